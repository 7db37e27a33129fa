import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { isTestFile, mayImport, mayImportFromElsewhere } from './import-rules.ts'
import { type Finding, reportFindings } from './report-findings.ts'

interface Import {
  path: string
  line: number
  specifier: string
  /** `import type`: gone when the program runs. */
  isTypeOnly: boolean
}

const scope = '@inlet/'
const modelFile = /^(packages\/core\/src\/[^/]+)\/[^/]+-model\.ts$/
const databaseFolder = 'packages/core/src/database/'

const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return importedFiles.map(({ fileName, pos }) => ({
    path,
    line: text.slice(0, pos).split('\n').length,
    specifier: fileName,
    isTypeOnly: /^(?:import|export) type\b/.test(statementAt(text, pos)),
  }))
}

/** The text of the statement around a position, from its first word on. */
function statementAt(text: string, position: number): string {
  const before = text.slice(0, position)
  return before.slice(Math.max(before.lastIndexOf('\nimport '), before.lastIndexOf('\nexport ')) + 1)
}

function directionFault({ path, specifier }: Import): string | undefined {
  if (!specifier.startsWith(scope)) return undefined

  const from = folderOf(path)
  const wanted = packageOf(specifier).slice(scope.length)
  if (wanted === 'testkit') {
    return from === 'packages/testkit' || isTestFile(path) ? undefined : 'the testkit is for tests, bench and fuzz only'
  }
  return mayImport[from]?.includes(wanted) ? undefined : `${from} may not import ${wanted}`
}

function elsewhereFault({ path, specifier }: Import): string | undefined {
  const allowed = mayImportFromElsewhere[folderOf(path)]
  if (!allowed || isTestFile(path) || specifier.startsWith('.') || specifier.startsWith(scope)) return undefined
  return allowed.includes(packageOf(specifier)) ? undefined : `${folderOf(path)} may import only ${allowed.join(', ')}`
}

// A model reaches the documents as they lie in the database; only its noun's own functions know what holds between them.
// Their type is no secret: a function of one noun takes and gives the documents of another.
function modelFault({ path, specifier, isTypeOnly }: Import): string | undefined {
  if (!specifier.startsWith('.') || isTypeOnly) return undefined

  const target = posix.join(posix.dirname(path), specifier)
  const nounFolder = modelFile.exec(target)?.[1]
  if (!nounFolder || path.startsWith(`${nounFolder}/`) || path.startsWith(databaseFolder)) return undefined
  return `${target} is imported only inside ${nounFolder}: call one of its functions`
}

function manifestFindings(path: string): Finding[] {
  const from = folderOf(path)
  const text = readFileSync(path, 'utf8')
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text)
  const allowed = mayImport[from]
  if (!allowed) return [{ path, line: 1, message: `${from} has no row in tooling/import-rules.ts` }]

  const fault = (name: string, isForTests: boolean) => {
    if (!name.startsWith(scope)) return []
    const wanted = name.slice(scope.length)
    if (allowed.includes(wanted) || (isForTests && wanted === 'testkit')) return []
    const line = text.slice(0, text.indexOf(`"${name}"`)).split('\n').length
    return [{ path, line, message: `${from} may not depend on ${wanted}${isForTests ? '' : ' at run time'}` }]
  }
  return [
    ...Object.keys(dependencies).flatMap((name) => fault(name, false)),
    ...Object.keys(devDependencies).flatMap((name) => fault(name, true)),
  ]
}

const sources = globSync('{apps,packages}/*/{src,test,bench,fuzz,bin}/**/*.{ts,tsx}').sort()
const importFindings = sources.flatMap(importsOf).flatMap((found) => {
  const message = directionFault(found) ?? elsewhereFault(found) ?? modelFault(found)
  return message ? [{ path: found.path, line: found.line, message }] : []
})
reportFindings([...globSync('{apps,packages}/*/package.json').sort().flatMap(manifestFindings), ...importFindings])
