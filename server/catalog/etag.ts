import { hash } from 'node:crypto'

/** The entity tag of some JSON: another one whenever anything of it reads differently. */
export function tagOf(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`
}

const tagList = /^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/

/** Tells whether a header names tags as HTTP spells them: `*`, or tags in quotes. */
export function isTagList(text: string): boolean {
  return tagList.test(text)
}

/** Tells whether a header names the tag. Compares weakly: an answer that was compressed on its way has its tag made weak. */
export function namesTag(header: string, tag: string): boolean {
  const tags = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
