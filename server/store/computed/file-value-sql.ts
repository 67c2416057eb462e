import { fileParts, type FilePart } from '#shared/facets.ts'
import { linkedStart } from '#shared/linked-files.ts'
import { raw, sql } from '../database/fragment.ts'
import { lookedAt } from '../database/sql-functions.ts'
import type { Compiler } from './compiler.ts'
import { keysOf } from './inherited-value-sql.ts'
import { keyedSql } from './lookup-value-sql.ts'
import { always, asText, singleList, type ValueSql } from './value-sql.ts'

const uuidLength = 36
const pathStart = linkedStart.length + uuidLength + 2

/** The hash of the file that a path `s.p` names, stored or linked; NULL for an address. */
const hash = `CASE WHEN substr(s.p, 1, 6) = 'files/' THEN substr(s.p, 7, 64)
  WHEN substr(s.p, 1, ${linkedStart.length}) = '${linkedStart}' THEN (SELECT l.hash FROM asset_library a
    JOIN linked_file l ON l.library = a.id WHERE a.uuid = substr(s.p, ${linkedStart.length + 1}, ${uuidLength})
    AND l.path = substr(s.p, ${pathStart})) END`

const storedSide = (side: string) =>
  `(SELECT picture_${side}(substr(f.bytes, 1, ${lookedAt})) FROM file f WHERE f.hash = h.hash)`

function partSql(part: FilePart): string {
  const known = `(d.details ->> '$.${part}')`
  if (part === 'color_space') return known
  if (part === 'orientation') {
    const [width, height] = [partSql('width'), partSql('height')]
    return `CASE WHEN ${width} > ${height} THEN 'landscape' WHEN ${width} < ${height} THEN 'portrait'
      WHEN ${width} = ${height} THEN 'square' END`
  }
  if (part === 'width' || part === 'height') return `coalesce(${known}, ${storedSide(part)})`
  const stored = `(SELECT f.${part} FROM file f WHERE f.hash = h.hash)`
  const linked = '(SELECT l.size FROM linked_file l WHERE l.hash = h.hash LIMIT 1)'
  return `coalesce(${[known, stored, ...(part === 'size' ? [linked] : [])].join(', ')})`
}

/** A part of what is known of the file that a path names, as a picture is shown; NULL where nothing is. */
export function fileSql(compiler: Compiler, path: ValueSql, part: FilePart): ValueSql {
  const family = fileParts[part]
  const key: ValueSql['key'] = (entity) =>
    sql`(SELECT ${raw(partSql(part))} FROM (SELECT ${raw(hash)} AS hash FROM (SELECT ${path.shown(entity)} AS p) s) h
      LEFT JOIN file_details d ON d.hash = h.hash WHERE h.hash IS NOT NULL)`
  const shown: ValueSql['shown'] = (entity) => asText(family, key(entity))
  return {
    ...keyedSql(compiler, key, () => keysOf(compiler, path.members(always), key)),
    shown,
    list: singleList(family, { key, shown }),
  }
}
