import { parser } from '@prometheus-io/lezer-promql'

type Tree = ReturnType<typeof parser.parse>
type SyntaxNode = Tree['topNode']

/** A metric as an expression names it, and its labels there: of each matcher its name, and with `=` the value. */
export interface Selected {
  name: string
  labels: { name: string; value: string | null }[]
}

/** What an expression asks for. */
export interface ParsedExpression {
  selected: Selected[]
  /** Labels that something is grouped or matched by, and the metrics for which they must be there. */
  groupings: { label: string; metrics: string[] }[]
}

/** Parses PromQL with Prometheus' own grammar. @throws where it is none, with the place */
export function parsePromql(expression: string): ParsedExpression {
  const tree: Tree = parser.parse(expression)
  const text = (node: SyntaxNode) => expression.slice(node.from, node.to)
  const selectors = (within: SyntaxNode) => nodesOf(within, 'VectorSelector').map((node) => selectedBy(node, text))

  tree.iterate({
    enter({ type, from }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`)
    },
  })
  const groupings = ['AggregateExpr', 'BinaryExpr'].flatMap((kind) =>
    nodesOf(tree.topNode, kind).flatMap((node) => {
      const metrics = selectors(node).map(({ name }) => name)
      return ownLabels(node).map((label) => ({ label: text(label), metrics }))
    }),
  )
  return { selected: selectors(tree.topNode), groupings }
}

function selectedBy(selector: SyntaxNode, text: (node: SyntaxNode) => string): Selected {
  const labels = nodesOf(selector, 'UnquotedLabelMatcher').map((matcher) => {
    const [name] = nodesOf(matcher, 'LabelName')
    const [operator] = nodesOf(matcher, 'MatchOp')
    const [value] = nodesOf(matcher, 'StringLiteral')
    if (!name || !operator || !value) throw new Error(`a matcher that is none: ${text(matcher)}`)
    return { name: text(name), value: text(operator) === '=' ? text(value).slice(1, -1) : null }
  })
  const [name] = nodesOf(selector, 'Identifier')
  return { name: name ? text(name) : '', labels }
}

/** The labels of a node's own `by`, `without`, `on` or `ignoring`, not those of what stands within it. */
function ownLabels(node: SyntaxNode): SyntaxNode[] {
  const modifiers = ['AggregateModifier', 'MatchingModifierClause'].flatMap((kind) => node.getChildren(kind))
  return modifiers.flatMap((modifier) => nodesOf(modifier, 'LabelName'))
}

function nodesOf(node: SyntaxNode, kind: string): SyntaxNode[] {
  const found: SyntaxNode[] = []
  node.cursor().iterate((each) => {
    if (each.name === kind) found.push(each.node)
  })
  return found
}
