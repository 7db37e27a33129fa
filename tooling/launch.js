import { existsSync, readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const oldestMajor = 24

/**
 * Runs a program of the project. `call` is what people type for it; `hello` is printed before it is loaded. Answers `--version`, and
 * reports missing packages or an old Node in one sentence: this file is JavaScript that an old Node can run too.
 */
export async function launch(program, call, hello = '') {
  if (process.argv.slice(2).includes('--version')) {
    const { name, version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    console.log(`${name} ${version}`)
    return
  }
  const error = checkoutError(call)
  if (error) {
    console.error(error)
    process.exit(1)
  }
  if (hello) console.log(hello)
  await import(new URL(program, root).href)
}

function checkoutError(call) {
  if (!existsSync(new URL('node_modules/@inlet/runtime', root))) {
    return `The packages are not installed: call "npm ci" first, then "${call}".`
  }
  const major = Number(process.versions.node.split('.')[0])
  if (major >= oldestMajor) return null
  return `Inlet needs Node ${oldestMajor} and found ${process.version}: call it as "${call}", which uses the Node that "npm ci" installs (do not omit optional packages).`
}
