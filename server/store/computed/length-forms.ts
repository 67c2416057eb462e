/** The forms of how long a text is: its code points without the white space around it; no text has no length. */
import type { Attribute } from '../tables/attributes.ts'
import { guardRow } from '../database/read-guard.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { findLengths } from '../tables/index-tables.ts'
import { requestLengths } from '../tables/indexes.ts'
import { always, asText, type Forms, indexedConnection, singleList } from './forms.ts'
import { keyForms } from './lookup-forms.ts'
import { keysOf } from './mode-forms.ts'

/** The length of what is shown; `stored` is the attribute where entities hold the text themselves. */
export function lengthForms(text: Forms, stored: Attribute | undefined): Forms {
  const key: Forms['key'] = stored
    ? (entity) =>
        sql`(SELECT ${lengthOf(stored, raw('v'))} FROM ${tableOf(stored)} v WHERE v.entity = ${entity})`
    : (entity) => sql`text_length(${text.shown(entity)})`
  const keys: Forms['keys'] = stored ? () => storedLengths(stored) : () => keysOf(text.members(always), key)
  const shown = (entity: Fragment) => asText('number', key(entity))
  return { ...keyForms(key, keys), shown, list: singleList('number', { key, shown }) }
}

/** From their index where it is complete; it is made for what is asked of many rows. */
function storedLengths(stored: Attribute): Fragment {
  const db = indexedConnection()
  const index = db && findLengths(db, stored.id)
  if (index) return raw(`SELECT entity, norm FROM ${index}`)
  if (db) requestLengths(db, stored.id)
  return sql`SELECT v.entity AS entity, ${lengthOf(stored, raw('v'))} AS norm FROM ${tableOf(stored)} v WHERE ${guardRow(raw('v.entity'))}`
}

function tableOf({ id }: Attribute): Fragment {
  return raw(`value_${id}`)
}

// Folded, ß and letters joined to one are two: of texts with these the written form is read.
const longerWhenFolded = ['ss', 'ff', 'fi', 'fl', 'st']

/** Of most texts the comparable form is as long as the written one, and is read without the document. At a NUL `length` ends. */
function lengthOf({ key }: Attribute, row: Fragment): Fragment {
  const norm = sql`${row}.norm`
  const isOther = longerWhenFolded.map((letters) => `instr(${norm.text}, '${letters}')`).join(' OR ')
  const written = sql`SELECT attributes ->> ${`$."${key}"`} FROM entity WHERE id = ${row}.entity`
  return sql`CASE WHEN length(${norm}) <> octet_length(${norm}) OR ${raw(isOther)} THEN text_length((${written})) ELSE length(${norm}) END`
}
