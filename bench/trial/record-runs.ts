import { readSyntax, walkSyntax, type Syntax } from '../../server/testing/syntax-tree.ts'
import { isFunction } from './mutants.ts'

export interface CodeUnit {
  readonly start: number
  readonly end: number
}

/** Lists the statements in functions and the bodies of arrow functions of a file, by where they begin. */
export function listUnits(path: string, source: string): CodeUnit[] {
  return findUnits(path, source).map(({ node: { start, end } }) => ({ start, end }))
}

/** Returns the innermost unit around a position; undefined where the code runs only as its file is loaded. */
export function unitAt(units: readonly CodeUnit[], position: number): CodeUnit | undefined {
  const around = units.filter(({ start, end }) => start <= position && position < end)
  return around.sort((one, other) => one.end - one.start - (other.end - other.start))[0]
}

/**
 * Returns the source, changed so that each unit appends `name:start` to the file `log` when it first runs
 * in a process. This covers threads and other processes, which run the build of these sources.
 */
export function recordRuns(path: string, source: string, log: string): string {
  const insertions: { at: number; text: string; isEnd: boolean }[] = []
  for (const { node, kind } of findUnits(path, source)) {
    const call = `__recordRun(${node.start})`
    const [before, after] =
      kind === 'expression' ? [`(${call}, `, ')'] : kind === 'listed' ? [`${call};`, ''] : [`{${call};`, '}']
    insertions.push({ at: node.start, text: before, isEnd: false })
    if (after !== '') insertions.push({ at: node.end, text: after, isEnd: true })
  }
  // At one position, a unit's end comes before another one's beginning.
  insertions.sort((one, other) => other.at - one.at || Number(one.isEnd) - Number(other.isEnd))
  let recorded = source
  for (const { at, text } of insertions) recorded = recorded.slice(0, at) + text + recorded.slice(at)
  return `${recorded}\n${recorder(path, log)}`
}

/**
 * Returns a function declaration, which exists before any file runs, also where files import each other in
 * a circle.
 */
function recorder(path: string, log: string): string {
  return `import { appendFileSync as __appendRun } from 'node:fs'
function __recordRun(start) {
  const runs = (globalThis.__recordedRuns ??= new Set())
  const run = ${JSON.stringify(path)} + ':' + start
  if (runs.has(run)) return
  runs.add(run)
  __appendRun(${JSON.stringify(log)}, run + '\\n')
}
`
}

type UnitKind = 'listed' | 'single' | 'expression'

function findUnits(path: string, source: string): { node: Syntax; kind: UnitKind }[] {
  const units: { node: Syntax; kind: UnitKind }[] = []
  walkSyntax(readSyntax(path, source), [], (node, parents) => {
    const parent = parents.at(-1)
    if (
      parent === undefined ||
      parents.some(({ type }) => type.startsWith('TS') && !/^TS(As|Sat|Non)/.test(type))
    )
      return
    const isInFunction = parents.some(isFunction)
    if (isInFunction && isListed(node, parent)) units.push({ node, kind: 'listed' })
    else if (isInFunction && isSingle(node, parent)) units.push({ node, kind: 'single' })
    else if (isExpressionBody(node, parent)) units.push({ node, kind: 'expression' })
  })
  return units
}

function isListed(node: Syntax, parent: Syntax): boolean {
  if (/^(FunctionDeclaration|TS)/.test(node.type) || typeof node['directive'] === 'string') return false
  const list =
    parent.type === 'SwitchCase'
      ? parent['consequent']
      : parent.type === 'BlockStatement' || parent.type === 'FunctionBody'
        ? parent['body']
        : []
  return (list as unknown[]).includes(node)
}

function isSingle(node: Syntax, parent: Syntax): boolean {
  if (node.type === 'BlockStatement') return false
  if (parent.type === 'IfStatement') return node === parent['consequent'] || node === parent['alternate']
  return /^(For|ForOf|ForIn|While)Statement$/.test(parent.type) && node === parent['body']
}

function isExpressionBody(node: Syntax, parent: Syntax): boolean {
  const isBody = parent.type === 'ArrowFunctionExpression' && parent['body'] === node
  return isBody && !/^(BlockStatement|FunctionBody)$/.test(node.type)
}
