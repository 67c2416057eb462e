/**
 * Finds variables of a module that keep state between calls: such state has no owner, and outlives its
 * subject.
 */
import { readSyntax, type Syntax, walkSyntax } from './syntax-tree.ts'

/** Calls that return a constant and keep no state themselves. */
const constantMakers: ReadonlySet<string> = new Set([
  'raw',
  'sql',
  'join',
  'encode',
  'keysOf',
  'cachePart',
  'makeCondition',
  'createRequire',
  'new TextDecoder',
  'around',
  'compare',
  'infix',
  'loadMigrations',
  'sqlFunctions',
])
const mutators = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)$/

interface DeclaredConstant {
  readonly name: string
  readonly init: Syntax
  readonly type: string
}

export function findModuleState(path: string, source: string): string[] {
  const program = readSyntax(path, source)
  const textOf = ({ start, end }: Syntax) => source.slice(start, end)
  const faults: string[] = []
  const constants = new Map<string, DeclaredConstant>()
  for (const declaration of declarationsOf(program)) {
    for (const one of declaration['declarations'] as Syntax[]) {
      const [id, init] = [one['id'] as Syntax, one['init'] as Syntax | null]
      const name = textOf(id).split(':')[0] ?? ''
      if (declaration['kind'] !== 'const' || !init) faults.push(`${name} is a variable of the module.`)
      else constants.set(name, { name, init, type: textOf(id) })
    }
  }
  for (const constant of constants.values())
    for (const maker of makersOf(constant.init, textOf))
      if (!isConstant(constant, maker)) faults.push(`${constant.name} keeps what ${maker} makes.`)
  return [...faults, ...findMutations(program, new Set(constants.keys())), ...findStatics(program, textOf)]
}

function declarationsOf(program: Syntax): Syntax[] {
  return (program['body'] as Syntax[])
    .map((one) => (one.type === 'ExportNamedDeclaration' ? (one['declaration'] as Syntax | null) : one))
    .filter((one) => one?.type === 'VariableDeclaration') as Syntax[]
}

function makersOf(init: Syntax, textOf: (node: Syntax) => string): string[] {
  const within = (nodes: unknown) =>
    (nodes as (Syntax | null)[]).flatMap((one) => (one ? makersOf(one, textOf) : []))
  switch (init.type) {
    case 'NewExpression':
      return [`new ${textOf(init['callee'] as Syntax)}`]
    case 'CallExpression':
      return [textOf(init['callee'] as Syntax)]
    case 'TaggedTemplateExpression':
      return [textOf(init['tag'] as Syntax)]
    case 'ArrayExpression':
      return within(init['elements'])
    case 'ObjectExpression':
      return within(init['properties'])
    case 'Property':
      return within([init['value']])
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return within([init['expression']])
    default:
      return []
  }
}

function isConstant({ type }: DeclaredConstant, maker: string): boolean {
  if (/^new (Set|Map)$/.test(maker)) return /:\s*Readonly(Set|Map)</.test(type)
  if (/^(Object|Array|Math|Number|String)\.\w+$/.test(maker) || /\.(map|filter|flatMap|join)$/.test(maker))
    return true
  return constantMakers.has(maker)
}

function findMutations(program: Syntax, names: ReadonlySet<string>): string[] {
  const faults: string[] = []
  walkSyntax(program, [], (node) => {
    const target =
      node.type === 'AssignmentExpression'
        ? (node['left'] as Syntax)
        : node.type === 'UpdateExpression'
          ? (node['argument'] as Syntax)
          : mutatedBy(node)
    const name = target?.type === 'MemberExpression' ? rootOf(target) : undefined
    if (name !== undefined && names.has(name)) faults.push(`${name} is a constant whose members are written.`)
  })
  return faults
}

function mutatedBy(node: Syntax): Syntax | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = node['callee'] as Syntax
  const property = callee['property'] as Syntax | undefined
  return callee.type === 'MemberExpression' && mutators.test(String(property?.['name'])) ? callee : undefined
}

function rootOf(node: Syntax): string | undefined {
  if (node.type === 'MemberExpression') return rootOf(node['object'] as Syntax)
  return node.type === 'Identifier' ? String(node['name']) : undefined
}

function findStatics(program: Syntax, textOf: (node: Syntax) => string): string[] {
  const faults: string[] = []
  walkSyntax(program, [], (node) => {
    if (node.type === 'PropertyDefinition' && node['static'] === true)
      faults.push(`${textOf(node['key'] as Syntax)} is a variable of its class.`)
  })
  return faults
}
