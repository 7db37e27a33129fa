// Deletes from node_modules what nobody loads: Node's headers and manual pages, and source maps. Called by npm at the end of an install,
// on whatever Node runs npm. What cannot be deleted takes space and does no harm, so that no install fails here.
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))
const sourceMap = /\.[cm]?(js|ts|css)\.map$/

function trim(folder) {
  // Links lead to the project's own packages: neither a directory nor a file here.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) trim(path)
    else if (entry.isFile() && sourceMap.test(entry.name)) rmSync(path)
  }
}

try {
  for (const name of readdirSync(packages).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))) {
    for (const part of ['include', 'share']) rmSync(`${packages}${name}/${part}`, { recursive: true, force: true })
  }
  trim(packages)
} catch (error) {
  console.error(`node_modules keeps files that nobody loads: ${error}`)
}
