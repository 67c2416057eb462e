import { readSyntax, walkSyntax, type Syntax } from '../../server/testing/syntax-tree.ts'

/** A change of the code that its tests should notice: the text from `start` to `end` becomes `replacement`. */
export interface Mutant {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Change = readonly [operator: string, node: Syntax, replacement: string]

/** The counterpart of each operator. `+` is left alone, since it may join texts. */
const swaps: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '-': '+',
  '*': '/',
}

/** A wrong path or a lost condition here could remove files or end processes that are not the trial's. */
const dangerousCalls =
  /^(rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|rename|renameSync|kill|exec|execFile|execFileSync|spawn|fork)$/

/**
 * Returns every mutant inside a function of a file. Code that runs once when the file is loaded would
 * break all tests alike.
 */
export function listMutants(path: string, source: string): Mutant[] {
  const mutants: Mutant[] = []
  walkSyntax(readSyntax(path, source), [], (node, parents) => {
    if (!parents.some(isFunction) || parents.some(isOutOfBounds) || isOutOfBounds(node)) return
    for (const [operator, changed, replacement] of changesOf(node, parents, source))
      mutants.push({ operator, start: changed.start, end: changed.end, replacement })
  })
  return mutants.filter(({ start, end, replacement }) => source.slice(start, end) !== replacement)
}

export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

export function isFunction({ type }: Syntax): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
}

/** Whether the node is a type, or code that is too dangerous to be wrong. */
function isOutOfBounds(node: Syntax): boolean {
  if (node.type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)/.test(node.type)
  return node.type === 'CallExpression' && dangerousCalls.test(calleeName(node))
}

function calleeName(call: Syntax): string {
  const callee = call['callee'] as Syntax
  const name = callee.type === 'MemberExpression' ? (callee['property'] as Syntax) : callee
  return typeof name['name'] === 'string' ? name['name'] : ''
}

function changesOf(node: Syntax, parents: readonly Syntax[], source: string): Change[] {
  const text = ({ start, end }: Syntax) => source.slice(start, end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Syntax
      return [['negate the condition', test, `!(${text(test)})`]]
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      // A loop that never ends proves nothing about a rule.
      return parents.some(isLoop) ? [] : swapOperator(node, source)
    case 'ThrowStatement':
      return [['drop the statement', node, ';']]
    case 'ExpressionStatement':
      return node['directive'] == null && !isUpdate(node['expression'] as Syntax)
        ? [['drop the statement', node, ';']]
        : []
    case 'ReturnStatement':
      return emptyArray(node['argument'] as Syntax | null)
    case 'ArrowFunctionExpression':
      return emptyArray(node['body'] as Syntax)
    case 'Literal':
      return isName(node, parents) ? [] : changeLiteral(node)
    default:
      return []
  }
}

function isLoop({ type }: Syntax): boolean {
  return /^(For|While|DoWhile)Statement$/.test(type)
}

function isUpdate(expression: Syntax): boolean {
  const isOneMore = expression.type === 'UpdateExpression'
  return isOneMore || (expression.type === 'AssignmentExpression' && expression['operator'] !== '=')
}

function swapOperator(node: Syntax, source: string): Change[] {
  const operator = String(node['operator'])
  const other = swaps[operator]
  if (other === undefined) return []
  const [left, right] = [node['left'] as Syntax, node['right'] as Syntax]
  const at = source.indexOf(operator, left.end)
  if (at < 0 || at >= right.start) return []
  const place: Syntax = { type: 'Operator', start: at, end: at + operator.length }
  return [[`swap ${operator} for ${other}`, place, other]]
}

function emptyArray(node: Syntax | null): Change[] {
  return node?.type === 'ArrayExpression' && (node['elements'] as unknown[]).length > 0
    ? [['empty the array', node, '[]']]
    : []
}

/** Whether a literal names a module, a member or an attribute, and is no value. */
function isName(node: Syntax, parents: readonly Syntax[]): boolean {
  const parent = parents.at(-1)
  if (parent === undefined || /^(Import|Export|JSXAttribute)/.test(parent.type)) return true
  return parent['key'] === node && parent['computed'] !== true
}

function changeLiteral(node: Syntax): Change[] {
  const { value } = node as { value?: unknown }
  if (typeof value === 'boolean') return [['flip the boolean', node, String(!value)]]
  if (typeof value === 'number') return [['change the number', node, String(value + 1)]]
  if (typeof value === 'string')
    return [
      ['change the text', node, value === '' ? "'changed'" : value.startsWith('node:') ? `'${value}'` : "''"],
    ]
  return []
}
