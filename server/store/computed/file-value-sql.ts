import { fileParts, type FilePart } from '#shared/facets.ts'
import { linkedStart } from '#shared/linked-files.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { lookedAt } from '../database/sql-functions.ts'
import type { Compiler } from './compiler.ts'
import { keysOf } from './inherited-value-sql.ts'
import { keyedSql } from './lookup-value-sql.ts'
import { always, asText, singleList, type ValueSql } from './value-sql.ts'

const uuidLength = 36
const pathStart = linkedStart.length + uuidLength + 2

/** The hash of the file that a path `s.p` names, stored or linked; NULL for an address. */
const hash = raw(`CASE WHEN substr(s.p, 1, 6) = 'files/' THEN substr(s.p, 7, 64)
  WHEN substr(s.p, 1, ${linkedStart.length}) = '${linkedStart}' THEN (SELECT l.hash FROM asset_library a
    JOIN linked_file l ON l.library = a.id WHERE a.uuid = substr(s.p, ${linkedStart.length + 1}, ${uuidLength})
    AND l.path = substr(s.p, ${pathStart})) END`)

const detail = (member: string) => raw(`(d.details ->> '$.${member}')`)
const stored = (column: Fragment) => sql`(SELECT ${column} FROM file f WHERE f.hash = h.hash)`
const head = raw(`substr(f.bytes, 1, ${lookedAt})`)

const width = sql`coalesce(${detail('width')}, ${stored(sql`picture_width(${head})`)})`
const height = sql`coalesce(${detail('height')}, ${stored(sql`picture_height(${head})`)})`

const parts: Readonly<Record<FilePart, Fragment>> = {
  width,
  height,
  size: sql`coalesce(${detail('size')}, ${stored(raw('f.size'))}, (SELECT l.size FROM linked_file l WHERE l.hash = h.hash LIMIT 1))`,
  media_type: sql`coalesce(${detail('media_type')}, ${stored(raw('f.media_type'))})`,
  color_space: detail('color_space'),
  orientation: sql`CASE WHEN ${width} > ${height} THEN 'landscape' WHEN ${width} < ${height} THEN 'portrait'
    WHEN ${width} = ${height} THEN 'square' END`,
}

/** A part of what is known of the file that a path names, as a picture is shown; NULL where nothing is. */
export function fileSql(compiler: Compiler, path: ValueSql, part: FilePart): ValueSql {
  const family = fileParts[part]
  const key: ValueSql['key'] = (entity) =>
    sql`(SELECT ${parts[part]} FROM (SELECT ${hash} AS hash FROM (SELECT ${path.shown(entity)} AS p) s) h
      LEFT JOIN file_details d ON d.hash = h.hash WHERE h.hash IS NOT NULL)`
  const shown: ValueSql['shown'] = (entity) => asText(family, key(entity))
  return {
    ...keyedSql(compiler, key, () => keysOf(compiler, path.members(always), key)),
    shown,
    list: singleList(family, { key, shown }),
  }
}
