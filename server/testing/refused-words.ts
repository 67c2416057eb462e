import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readSyntax, walkSyntax, type Syntax } from './syntax-tree.ts'

interface RefusedWord {
  readonly pattern: RegExp
  readonly instead: string
}

const refusedWords: readonly RefusedWord[] = [
  refuse('tell|tells|telling|told|retell|spell(?! checker)|spells|spelled', 'format or describe'),
  { pattern: /^most /, instead: 'max' },
  refuse('seat|seats', 'presence'),
  refuse('sitter|sitters', 'member'),
  refuse('stranger|strangers', 'anonymous'),
  refuse('door|doors', 'listener'),
  refuse('twin|twins', 'duplicate'),
  refuse('heard', 'message, or received'),
  refuse('spoken|speak|speaks', 'language'),
  refuse('kept', 'cached, or idle'),
  refuse('stretch|stretches', 'range'),
  refuse('norm|norms', 'comparable'),
  refuse('go on', 'throwIfInterrupted'),
  refuse('locally', 'unreplicated'),
  refuse('way in|ways in', 'sign in'),
  refuse('home copy|home copies', 'download, or export'),
  refuse('judge|judges', 'authorize'),
  refuse('sift|sifts|sifter|sifted', 'skip'),
  refuse('look around|surroundings', 'match, or context'),
  refuse('together', 'collaboration, or shared'),
  refuse('poke|poked', 'notify'),
  refuse('course|courses', 'history'),
  refuse('own channel|own channels|own field|own fields', 'custom'),
  refuse('held state', 'read transaction'),
  refuse('admit|admits', 'guard'),
  refuse('pend', 'mark pending'),
  refuse('stuck', 'sticky'),
  refuse('flying', 'placeholder'),
  refuse('junk', 'unused'),
  refuse('few', 'a number, or repeated'),
  refuse('reach|reached', 'network, or dependencies'),
]

/**
 * Columns and members of JSON that files, clients and other servers know by their old names: only the types that
 * describe them may have these.
 */
const wireMembers: ReadonlySet<string> = new Set([
  'door',
  'kept',
  'kept_attributes',
  'norm',
  'reached',
  'seat',
  'seats',
])

/** Participles that need a noun: `ListQuery`, not `Asked`. */
const bareParticiple =
  /^([A-Z][a-z]*[^e\W]ed|Found|Told|Made|Known|Kept|Said|Taken|Given|Held|Seen|Chosen|Written|Drawn|Heard|Spoken|Meant|Sent|Built|Broken|Left|Bound|Laid|Put|Shown|Spent|Caught|Gone|Grown|Hidden|Lost|Met|Paid|Thought)$/

function refuse(words: string, instead: string): RefusedWord {
  return { pattern: new RegExp(`(^| )(${words})( |$)`), instead }
}

export function betterWordFor(name: string, isType = false): string | undefined {
  if (isType && bareParticiple.test(name)) return 'a noun: <Noun>Query, <Noun>Result, <Noun>Options'
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()
    .trim()
  return refusedWords.find(({ pattern }) => pattern.test(words))?.instead
}

/** Whether a file is worth parsing: most have no refused word outside of their comments. */
function mayHaveRefusedNames(source: string): boolean {
  const code = source.replaceAll(/^\s*(\/\*|\*|\/\/).*$/gm, '')
  return [...new Set(code.match(/[A-Za-z_]\w*/g))].some((name) => isRefused(name))
}

const refusedByName = new Map<string, boolean>()

function isRefused(name: string): boolean {
  const answer = refusedByName.get(name) ?? betterWordFor(name, true) !== undefined
  refusedByName.set(name, answer)
  return answer
}

export function findRefusedNames(path: string): Map<string, string> {
  const found = new Map<string, string>()
  const look = (name: string, isType = false) => {
    const instead = betterWordFor(name, isType)
    if (instead !== undefined) found.set(name, instead)
  }
  look(basename(path).replace(/\..*$/, ''))
  const source = readFileSync(path, 'utf8')
  if (!mayHaveRefusedNames(source)) return found
  walkSyntax(readSyntax(path, source), [], (node) => {
    const isType = /^(TSTypeAliasDeclaration|TSInterfaceDeclaration|ClassDeclaration)$/.test(node.type)
    for (const name of namesOf(node)) look(name, isType)
  })
  return found
}

function namesOf(node: Syntax): string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
    case 'ArrowFunctionExpression':
      return [...patternNames(node['id']), ...(node['params'] as unknown[]).flatMap(patternNames)]
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'VariableDeclarator':
      return patternNames(node['id'])
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'TSMethodSignature':
      return node['computed'] === true ? [] : patternNames(node['key'])
    case 'TSPropertySignature':
      return node['computed'] === true
        ? []
        : patternNames(node['key']).filter((name) => !wireMembers.has(name))
    default:
      return []
  }
}

function patternNames(pattern: unknown): string[] {
  const node = pattern as Syntax | null | undefined
  switch (node?.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return [String(node['name'])]
    case 'AssignmentPattern':
      return patternNames(node['left'])
    case 'RestElement':
      return patternNames(node['argument'])
    case 'TSParameterProperty':
      return patternNames(node['parameter'])
    case 'ArrayPattern':
      return (node['elements'] as unknown[]).flatMap(patternNames)
    case 'ObjectPattern':
      return (node['properties'] as Syntax[]).flatMap((each) => patternNames(each['value'] ?? each))
    default:
      return []
  }
}
