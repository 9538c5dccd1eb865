// The rules of axe-core on states of the page.
import fs from 'node:fs';

export const pagesOfAxe = [
  { name: 'the first view', open: (page) => page.open('resnet50') },
  {
    name: 'a selected node',
    async open(page) {
      await page.open('control');
      await page.openAll();
      await page.box(/^relu/).click();
      await page.textOf('.details h3', /source/i);
    },
  },
  {
    name: 'a selected edge',
    async open(page) {
      await page.open('control');
      await page.box(/^relu/).click();
      await page.key('e');
      await page.textOf('.details h2', /value/);
    },
  },
  {
    name: 'hits of a search',
    async open(page) {
      await page.open('resnet50');
      await page.search('conv', /hits/);
    },
  },
  {
    name: 'heat and marks',
    async open(page) {
      await page.open('resnet50', {
        address: '#heat=flops',
        picture(picture) {
          picture.nodes.forEach((node, id) => (node.stats.flops = id * 1000));
          picture.groups.forEach((group) => (group.stats.flops = group.stats.nodes * 1000));
          picture.nodes[20].marks.push({ kind: 'nan', text: '2 elements' });
          return picture;
        },
      });
    },
  },
  {
    name: 'a comparison and its report',
    async open(page) {
      await page.open('compared');
      await page.button('Report').click();
      await page.textOf('.details .alarm, .details section', /diverges/);
    },
  },
  {
    name: 'the list of keys',
    async open(page) {
      await page.open('control');
      await page.button('Keys').click();
    },
  },
  { name: 'hostile names', open: (page) => page.open('hostile') },
];

/** The violations, one line each. The page's policy refuses a script element, so that the debugger of the browser runs axe. */
export async function violations(page, axe) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: fs.readFileSync(axe, 'utf8') });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run().then((found) => JSON.stringify(found.violations))',
    awaitPromise: true,
  });
  return JSON.parse(result.value).map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 160)} (${node.failureSummary.split('\n').pop().trim().slice(0, 160)})`)
        .join('; ')}`,
  );
}
