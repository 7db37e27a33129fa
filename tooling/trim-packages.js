// Deletes from node_modules what nobody loads. Called by npm at the end of an install, on whatever Node runs npm. What cannot be deleted
// takes space and does no harm, so that no install fails here.
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))
const sourceMap = /\.[cm]?(js|ts|css)\.map$/

/** Headers and manual pages, a second module format, sources, translations, and builds for other runtimes. */
const unused = [
  { name: /^node-(bin-)?(linux|darwin|win)-/, parts: /^(include|share)$/ },
  { name: /^bare-/, parts: /^prebuilds$/ },
  { name: /^es-toolkit$/, parts: /^src$|\.d\.m?ts$/ },
  { name: /^lucide-react$/, parts: /^dist\/(cjs|lucide-react\.(prefixed|suffixed)\.d\.ts)$/ },
  { name: /^recharts$/, parts: /^(lib|umd)$/ },
  { name: /^stripe$/, parts: /^cjs$/ },
  { name: /^typescript$/, parts: /^lib\/(cs|de|es|fr|it|ja|ko|pl|pt-br|ru|tr|zh-cn|zh-tw)$/ },
  { name: /^(@tanstack\/.*|mongodb|zod)$/, parts: /^src$/ },
  { name: /^(@modelcontextprotocol\/sdk|hono)$/, parts: /^dist\/cjs$/ },
]

/** Deletes within a folder of a package; `path` is the folder's within the package. */
function trim(folder, path, parts) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    const within = path === '' ? entry.name : `${path}/${entry.name}`
    if (sourceMap.test(entry.name) || parts.some((part) => part.test(within))) rmSync(file, { recursive: true })
    else if (entry.isDirectory()) trim(file, within, parts)
  }
}

/** The folders in a folder. Links lead to the project's own packages. */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** The installed packages, those of a scope too. */
const packageNames = () =>
  foldersIn(packages).flatMap((name) =>
    name.startsWith('@') ? foldersIn(packages + name).map((each) => `${name}/${each}`) : [name],
  )

try {
  for (const name of packageNames()) {
    const parts = unused.filter((each) => each.name.test(name)).map((each) => each.parts)
    trim(packages + name, '', parts)
  }
} catch (error) {
  console.error(`node_modules keeps files that nobody loads: ${error}`)
}
