// A placeholder: shows the name of the picture and the number of its nodes.
import type { Picture } from './data';

const element = document.getElementById('picture');
if (element?.textContent) {
  const picture = JSON.parse(element.textContent) as Picture;
  const heading = document.createElement('h1');
  heading.textContent = `${picture.name}: ${picture.nodes.length} nodes`;
  document.body.append(heading);
}
