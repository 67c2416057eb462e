import type { Recipe } from '#shared/schemas/renditions.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Json } from '../database/json.ts'

export type RecipeLook = Omit<Recipe, 'id' | 'name'>

export interface RecipeRow {
  readonly uuid: string
  readonly name: string
  readonly look: Json<RecipeLook>
}

export function listRecipeRows(db: ReadableDb): RecipeRow[] {
  return db.all<RecipeRow>('SELECT uuid, name, look FROM recipe ORDER BY name, uuid')
}

export function putRecipeRow(tx: WritableDb, { uuid, name, look }: RecipeRow): void {
  tx.run(
    `INSERT INTO recipe (uuid, name, look) VALUES (?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, look = excluded.look`,
    uuid,
    name,
    look,
  )
}

export function removeRecipeRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM recipe WHERE uuid = ?', uuid)
}
