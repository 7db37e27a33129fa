import { relative } from 'node:path'
import ts from 'typescript'
import { type Finding, reportFindings } from './report-findings.ts'

// Biome's own rule sees promises whose types are written in the project. This one asks the compiler, and so it also
// sees those of the database driver, of Node and of every other library.

const configPath = ts.findConfigFile(process.cwd(), ts.sys.fileExists, 'tsconfig.json')
if (!configPath) throw new Error('There is no tsconfig.json here or above')
const host = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  },
}
const config = ts.getParsedCommandLineOfConfigFile(configPath, {}, host)
if (!config) throw new Error(`${configPath} cannot be read`)

const program = ts.createProgram(config.fileNames, config.options)
const checker = program.getTypeChecker()

// By name, not by having `then`: the HTTP framework's replies have one and are no promises.
function isPromise(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(isPromise)
  if (type.getSymbol()?.getName() === 'Promise') return true
  const element = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined
  if (element) return isPromise(element)
  return (type.getBaseTypes() ?? []).some(isPromise)
}

function isHandled(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false

  const { name, expression: before } = expression.expression
  if (name.text === 'catch') return expression.arguments.length > 0
  if (name.text === 'then') return expression.arguments.length > 1
  return name.text === 'finally' && isHandled(before)
}

// An assignment keeps the promise; whoever reads the variable answers for it.
function isAssignment(expression: ts.Expression): boolean {
  if (!ts.isBinaryExpression(expression)) return false
  const { kind } = expression.operatorToken
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function floats(statement: ts.ExpressionStatement): boolean {
  const { expression } = statement
  if (isAssignment(expression) || isHandled(expression)) return false
  return isPromise(checker.getTypeAtLocation(expression))
}

function returnsNothing(type: ts.Type): boolean {
  const signatures = checker.getNonNullableType(type).getCallSignatures()
  return (
    signatures.length > 0 &&
    signatures.every((signature) => (checker.getReturnTypeOfSignature(signature).flags & ts.TypeFlags.Void) !== 0)
  )
}

// `emitter.on('data', async () => …)`: nobody receives the promise, so its rejection ends the process.
function isDropped(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false
  if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) return false
  const wanted = ts.isCallOrNewExpression(node.parent) ? checker.getContextualType(node) : undefined
  return wanted !== undefined && returnsNothing(wanted)
}

function findingsOf(source: ts.SourceFile): Finding[] {
  const findings: Finding[] = []
  const add = (node: ts.Node, message: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    findings.push({ path: relative(process.cwd(), source.fileName), line: line + 1, message })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && floats(node)) add(node, 'this promise floats: await it, or say who catches')
    if (isDropped(node)) add(node, 'nobody awaits this async function, so nobody sees it fail')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

const own = new Set(config.fileNames)
reportFindings(
  program
    .getSourceFiles()
    .filter(({ fileName }) => own.has(fileName))
    .flatMap(findingsOf),
)
