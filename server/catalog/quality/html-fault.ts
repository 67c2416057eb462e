const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
)
/** What may be left open, as the end of its parent or its next sibling closes it. */
const optionalEnds: ReadonlySet<string> = new Set(
  'p li dt dd option tr td th thead tbody tfoot colgroup rt rp'.split(' '),
)

const token =
  /<!--[\s\S]*?(-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>|<(?=[a-z/!])/gi

/** Why a text is no well-formed HTML: a tag that is not closed, closes nothing or is broken; undefined where it is. */
export function htmlFault(html: string): string | undefined {
  const open: string[] = []
  for (const [text, commentEnd, slash, name] of html.matchAll(token)) {
    if (text.startsWith('<!--')) {
      if (commentEnd === '') return 'A comment is not closed.'
    } else if (name === undefined) {
      return 'A tag is broken.'
    } else {
      const fault = take(open, name.toLowerCase(), slash === '/')
      if (fault !== undefined) return fault
    }
  }
  const left = open.findLast((tag) => !optionalEnds.has(tag))
  return left === undefined ? undefined : `<${left}> is not closed.`
}

function take(open: string[], name: string, isEnd: boolean): string | undefined {
  if (!isEnd) {
    if (!voidTags.has(name)) open.push(name)
    return undefined
  }
  if (voidTags.has(name)) return name === 'br' ? undefined : `</${name}> closes nothing.`
  while (open.length > 0 && open.at(-1) !== name && optionalEnds.has(open.at(-1) ?? '')) open.pop()
  return open.pop() === name ? undefined : `</${name}> closes nothing.`
}
