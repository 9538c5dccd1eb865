// Formats Lua files with StyLua, whose npm package is a library without a program.
// usage: node format_lua.mjs TOOLS [--check] FILE...
// TOOLS is a folder with node_modules. With --check no file changes; the exit status is 1 when one is not formatted.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [tools, ...rest] = process.argv.slice(2);
const check = rest[0] === '--check';
const stylua = createRequire(path.resolve(tools, 'package.json'))('@johnnymorganz/stylua');

// A call of StyLua takes the configuration with it.
function makeConfig() {
  const config = stylua.Config.new();
  config.column_width = 120;
  config.indent_type = stylua.IndentType.Spaces;
  config.indent_width = 2;
  config.quote_style = stylua.QuoteStyle.AutoPreferSingle;
  config.syntax = stylua.LuaVersion.LuaJIT;
  return config;
}

for (const file of check ? rest.slice(1) : rest) {
  const text = fs.readFileSync(file, 'utf8');
  const formatted = stylua.formatCode(text, makeConfig(), undefined, stylua.OutputVerification.Full);
  if (formatted === text) continue;
  if (check) {
    console.error(`${file}: not formatted`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(file, formatted);
  }
}
