/** The forms of how large the picture is that a value names: the pixels of its shorter side. A link and a file without a size have none. */
import { sql } from '../database/fragment.ts'
import { always, asText, type Forms, singleList } from './forms.ts'
import { keyForms } from './lookup-forms.ts'
import { keysOf } from './mode-forms.ts'
import { lookedAt } from '../database/picture-side.ts'

/** The size of what is shown, which names a file of the workspace as `files/<hash>.<extension>`. */
export function pictureForms(path: Forms): Forms {
  const key: Forms['key'] = (entity) =>
    sql`(SELECT picture_side(substr(f.bytes, 1, ${lookedAt})) FROM file f WHERE f.hash = substr(${path.shown(entity)}, 7, 64))`
  const shown: Forms['shown'] = (entity) => asText('number', key(entity))
  return {
    ...keyForms(key, () => keysOf(path.members(always), key)),
    shown,
    list: singleList('number', { key, shown }),
  }
}
