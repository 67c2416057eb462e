import { readFileSync } from 'node:fs'
import { readSyntax, walkSyntax, type Syntax } from './syntax-tree.ts'

/** A text for people in the code outside of `t`, or an argument of `t`. */
export interface FoundText {
  readonly line: number
  readonly text: string
}

const forPrograms =
  /^(className|class|keys?|menuKeys|ids?|kind|type|role|href|src|style|variant|tone|rel|target|accept|htmlFor|aria-(?!label|description|valuetext|roledescription).*|data-.*|d|transform|autoComplete|cursor|queryKey|path|event|value|field|subject|accelerator|pattern|align|input|inputMode|family|view)$/

const forPeople = /^(title|label|aria-label|aria-description|placeholder|hint|alt)$/

const saidOrForPrograms =
  /^(classNames|Error|TypeError|RangeError|URL|RegExp|Map|Set|querySelector|querySelectorAll|closest|matches|matchMedia|getItem|setItem|addEventListener|removeEventListener|startsWith|endsWith|includes|replace|replaceAll|split|indexOf|has|get|createElement|setProperty|test|exec|glob|call|callWorkspace|setData|getData|execCommand|supports|mark|measure|DateTimeFormat|NumberFormat|DisplayNames|item|emit|dispatchEvent|CustomEvent)$/

const says = /^(t|tNodes)$/

const words = /\p{L}{2,}[’'”)]?[,.:;?!]? +[“(‘]?\p{L}|^[“(]?\p{Lu}\p{Ll}+([ .…:?!]|$)|\p{L}…$/u
const styles =
  /^(var|calc|rgb|url|translate|oklch|color-mix|min|max|linear-gradient)\(|(^|[ .#])[a-z]+(-[a-z0-9]+)+|^[\s\d.]*(px|ms|em|%)|^\w+:\/\/|^[A-Z]+ \/|=/

/** Whether people would read the text: two words, or a beginning like that of a sentence. */
function isForPeople(text: string): boolean {
  return words.test(text) && !styles.test(text)
}

/** Finds every text for people that a file of the page contains itself. */
export function findTexts(path: string): FoundText[] {
  const source = readFileSync(path, 'utf8')
  const found: FoundText[] = []
  walkSyntax(readSyntax(path, source), [], (node, parents) => {
    const text = textOf(node, parents)
    if (text === undefined) return
    found.push({ line: source.slice(0, node.start).split('\n').length, text })
  })
  return found
}

/** Finds the English texts that a file translates: the first arguments of `t` and `tNodes`. */
export function findMessages(
  path: string,
): { readonly id: string; readonly values: readonly string[] | undefined }[] {
  const found: { id: string; values: readonly string[] | undefined }[] = []
  walkSyntax(readSyntax(path, readFileSync(path, 'utf8')), [], (node) => {
    if (node.type !== 'CallExpression' || !/^(t|tNodes)$/.test(calleeOf(node))) return
    const [id, values] = node['arguments'] as [Syntax | undefined, Syntax | undefined]
    if (id?.type === 'Literal') found.push({ id: String(id['value']), values: valuesOf(values) })
  })
  return found
}

/**
 * Finds texts that are translated while a file loads: calls of `t` or of a table of texts outside of every
 * function, except for the keys of a table.
 */
export function findSaidAtLoad(path: string, tables: ReadonlySet<string>): FoundText[] {
  const source = readFileSync(path, 'utf8')
  const found: FoundText[] = []
  walkSyntax(readSyntax(path, source), [], (node, parents) => {
    if (
      node.type !== 'CallExpression' ||
      parents.some(({ type }) => /Function|PropertyDefinition/.test(type))
    )
      return
    const isTable = tables.has(calleeOf(node)) && !isReadForKeys(parents)
    if (isTable || says.test(calleeOf(node)))
      found.push({
        line: source.slice(0, node.start).split('\n').length,
        text: source.slice(node.start, node.end),
      })
  })
  return found
}

/**
 * Whether only keys of a table are read, which are no texts: `keysOf(table())` and `table().map(({ id })
 * => id)`.
 */
function isReadForKeys(parents: readonly Syntax[]): boolean {
  const [above, parent] = parents.slice(-2)
  const call = parent?.type === 'MemberExpression' ? above : parent
  return call?.type === 'CallExpression' && /^(keys|keysOf|map)$/.test(calleeOf(call))
}

function valuesOf(values: Syntax | undefined): readonly string[] | undefined {
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return undefined
  const properties = values['properties'] as Syntax[]
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  return properties.map((property) => nameOf(property['key']))
}

function textOf(node: Syntax, parents: readonly Syntax[]): string | undefined {
  if (node.type === 'JSXText')
    return /\p{L}/u.test(String(node['value'])) && !isInCode(parents) ? clean(node['value']) : undefined
  const text = literalOf(node)
  if (text === undefined || isSaid(node, parents)) return undefined
  return isForPeople(text) || isShownAsIs(node, text, parents) ? text : undefined
}

function literalOf(node: Syntax): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node['quasis'] as { readonly value: { readonly cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

function isShownAsIs(node: Syntax, text: string, parents: readonly Syntax[]): boolean {
  if (!/\p{L}{2}/u.test(text)) return false
  const chosen = parents.findLastIndex(
    ({ type }) => !/^(ConditionalExpression|LogicalExpression)$/.test(type),
  )
  const [parent, above] = [parents[chosen], parents[chosen - 1]]
  if (parent?.type === 'Property') {
    const isPlain = /^[\p{L} …]+$/u.test(text) && parent['value'] === (parents[chosen + 1] ?? node)
    return isPlain && (forPeople.test(nameOf(parent['key'])) || isInWords(parents))
  }
  if (parent?.type === 'JSXExpressionContainer' && above?.type !== 'JSXAttribute') return !isInCode(parents)
  const attribute = parent?.type === 'JSXExpressionContainer' ? above : parent
  return attribute?.type === 'JSXAttribute' && forPeople.test(nameOf(attribute['name']))
}

function isInWords(parents: readonly Syntax[]): boolean {
  const calls = parents.filter(({ type }) => type === 'CallExpression')
  return calls.some((call) => says.test(calleeOf(call)) || calleeOf(call) === 'byLanguage')
}

function isInCode(parents: readonly Syntax[]): boolean {
  const element = parents.findLast(({ type }) => type === 'JSXElement')
  const name = nameOf((element?.['openingElement'] as Syntax | undefined)?.['name'])
  return /^(code|pre|style|Kbd|kbd)$/.test(name)
}

function isSaid(node: Syntax, parents: readonly Syntax[]): boolean {
  const parent = parents.at(-1)
  if (parent === undefined) return true
  if (
    /^(Import|Export|TS|BinaryExpression|SwitchCase|ExpressionStatement|TaggedTemplate)/.test(parent.type) &&
    !/^TSAs|^TSSat/.test(parent.type)
  )
    return parent.type !== 'BinaryExpression' || parent['operator'] !== '+'
  if (parent.type === 'MemberExpression') return true
  return parents.some((each, index) => isForProgram(each, parents[index + 1] ?? node))
}

function isForProgram(node: Syntax, inner: Syntax): boolean {
  if (node.type === 'CallExpression' && says.test(calleeOf(node)))
    return (node['arguments'] as Syntax[])[0] === inner
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return (
      saidOrForPrograms.test(calleeOf(node)) &&
      !(node['arguments'] as Syntax[]).some(
        (argument) => argument === inner && /Function/.test(argument.type),
      )
    )
  if (node.type === 'JSXAttribute')
    return forPrograms.test(nameOf(node['name'])) && inner.type !== 'JSXExpressionContainer'
  return node.type === 'Property' && forPrograms.test(nameOf(node['key'])) && inner.type === 'Literal'
}

function calleeOf(call: Syntax): string {
  const callee = call['callee'] as Syntax
  return nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee)
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === 'string' ? name : typeof value === 'string' ? value : ''
}

function clean(text: unknown): string {
  return String(text).replaceAll(/\s+/g, ' ').trim()
}
