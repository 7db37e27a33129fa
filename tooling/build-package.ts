import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'

// Builds the package in whose folder it is called for a registry: ESM, CommonJS, types, package.json, README and LICENSE.
//   node ../../tooling/build-package.ts [--out FOLDER]

/** What the ESM code of a package may have, gzipped. */
const maxGzippedBytes: Record<string, number> = { '@inlet/client': 12_000 }

interface Manifest {
  name: string
  description: string
  license: string
  sideEffects?: false | string[]
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional: boolean }>
}

const formats = [
  { folder: 'esm', type: 'module', condition: 'import', module: ts.ModuleKind.ESNext },
  { folder: 'cjs', type: 'commonjs', condition: 'require', module: ts.ModuleKind.CommonJS },
] as const

/** Node 20 has all of it. */
const language: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  rewriteRelativeImportExtensions: true,
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Without comments: those are in the types. */
function writeCode(sources: string[], out: string, version: string): void {
  for (const source of sources) {
    const text = readFileSync(source, 'utf8')
    for (const { folder, module } of formats) {
      const compilerOptions = { ...language, module, removeComments: true }
      const { outputText } = ts.transpileModule(text, { fileName: source, compilerOptions })
      const code = source.endsWith('/version.ts') ? outputText.replace("'source'", JSON.stringify(version)) : outputText
      writeFile(join(out, folder, source.replace(/^src\/(.*)\.ts$/, '$1.js')), code)
    }
  }
}

function writeTypes(entries: string[], out: string): void {
  const options: ts.CompilerOptions = {
    ...language,
    module: ts.ModuleKind.NodeNext,
    declaration: true,
    emitDeclarationOnly: true,
    paths: {
      '@jest/globals': [fileURLToPath(new URL('node_modules/@jest/globals/build/index.d.ts', import.meta.url))],
    },
  }
  const program = ts.createProgram(entries, options)
  const errors = ts.getPreEmitDiagnostics(program)
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, ts.createCompilerHost(options)))
  program.emit(undefined, (path, text) => {
    const name = relative(resolve('src'), resolve(path))
    // The sources of a package that this one imports are not its own.
    if (name.startsWith('..')) return
    const types = text.replaceAll(/(from |import\()(['"]\.[^'"]*)\.ts(['"])/g, '$1$2.js$3')
    for (const { folder } of formats) writeFile(join(out, folder, name), types)
  })
}

/**
 * Where only the server runs, nobody installs the libraries of what others install, so they are development dependencies here. Who installs
 * the package needs those that its code imports, and finds their versions as they were tested.
 */
function importedLibraries(sources: string[], { devDependencies = {}, peerDependencies = {} }: Manifest) {
  const specifiers = new Set(
    sources
      .flatMap((path) => ts.preProcessFile(readFileSync(path, 'utf8'), true, true).importedFiles)
      .map(({ fileName }) => fileName),
  )
  return Object.entries(devDependencies).filter(
    ([name]) =>
      !(name in peerDependencies) && [...specifiers].some((each) => each === name || each.startsWith(`${name}/`)),
  )
}

function publishedManifest(manifest: Manifest, sources: string[], version: string) {
  const {
    name,
    description,
    license,
    sideEffects = false,
    exports = {},
    bin,
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  } = manifest
  const builtFile = (source: string, folder: string, ending: string) =>
    source.replace(/^\.\/src\/(.*)\.ts$/, `./${folder}/$1${ending}`)
  const builtExports = Object.entries(exports).map(([entry, source]) => {
    const conditions = formats.map(({ folder, condition }) => {
      return [condition, { types: builtFile(source, folder, '.d.ts'), default: builtFile(source, folder, '.js') }]
    })
    return [entry, Object.fromEntries(conditions)]
  })
  const { '.': main, ...subpaths } = exports
  const subpathTypes = Object.entries(subpaths).map(([entry, source]) => {
    return [entry.replace('./', ''), [builtFile(source, 'cjs', '.d.ts')]]
  })
  const builtBin = Object.entries(bin ?? {}).map(([each, source]) => [each, builtFile(source, 'esm', '.js')])
  // In the workspace `*` is the folder beside it; outside, all packages of one release belong together.
  const released = [...Object.entries(dependencies ?? {}), ...importedLibraries(sources, manifest)].map(
    ([each, range]) => [each, range === '*' ? version : range],
  )
  return {
    name,
    version,
    description,
    license,
    files: formats.map(({ folder }) => folder),
    type: 'module',
    sideEffects:
      sideEffects === false
        ? false
        : sideEffects.flatMap((source) => formats.map(({ folder }) => builtFile(source, folder, '.js'))),
    engines: { node: '>=20' },
    ...(bin && { bin: Object.fromEntries(builtBin) }),
    exports: Object.fromEntries(builtExports),
    // For `moduleResolution: node` of TypeScript, which reads no `exports`.
    ...(main && { main: builtFile(main, 'cjs', '.js'), types: builtFile(main, 'cjs', '.d.ts') }),
    ...(subpathTypes.length > 0 && { typesVersions: { '*': Object.fromEntries(subpathTypes) } }),
    ...(released.length > 0 && { dependencies: Object.fromEntries(released) }),
    ...(peerDependencies && { peerDependencies }),
    ...(peerDependenciesMeta && { peerDependenciesMeta }),
  }
}

/** @throws where the code is larger than it may be */
function checkSize(name: string, out: string): number {
  const code = globSync(join(out, 'esm/**/*.js'))
    .sort()
    .map((path) => readFileSync(path))
  const gzippedBytes = gzipSync(Buffer.concat(code)).length
  const max = maxGzippedBytes[name]
  if (max !== undefined && gzippedBytes > max) {
    throw new Error(`${name} has ${gzippedBytes} bytes gzipped, and may have ${max}`)
  }
  return gzippedBytes
}

function buildPackage(out: string): void {
  const manifest: Manifest = readJson('package.json')
  const { version } = readJson('../../package.json')
  const sources = globSync('src/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
  rmSync(out, { recursive: true, force: true })
  writeCode(sources, out, version)
  writeTypes(Object.values(manifest.exports ?? {}), out)
  for (const { folder, type } of formats) writeFile(join(out, folder, 'package.json'), `${JSON.stringify({ type })}\n`)
  writeFile(join(out, 'package.json'), `${JSON.stringify(publishedManifest(manifest, sources, version), null, 2)}\n`)
  for (const name of ['README.md', 'LICENSE']) copyFileSync(name, join(out, name))
  console.log(`Built ${manifest.name} ${version} in ${out}: ${checkSize(manifest.name, out)} bytes of code, gzipped`)
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
buildPackage(values.out)
