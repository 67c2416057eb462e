import type { EntityType } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import { and, asc, type BetterSQLite3Database, eq, integer, sqliteTable, text } from './drizzle.ts'

const worklistTable = sqliteTable('worklist', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text().notNull(),
  entityType: text('entity_type').$type<EntityType>().notNull(),
  filter: text().notNull(),
  q: text().notNull(),
  total: integer().notNull(),
  assigneeId: text('assignee_id'),
  dueOn: text('due_on'),
  createdBy: text('created_by', { mode: 'json' }).$type<Actor>().notNull(),
  createdAt: integer('created_at').notNull(),
  doneBy: text('done_by', { mode: 'json' }).$type<Actor>(),
  doneAt: integer('done_at'),
})

export type WorklistRow = typeof worklistTable.$inferSelect
export type WorklistChange = Partial<Pick<WorklistRow, 'name' | 'assigneeId' | 'dueOn' | 'doneBy' | 'doneAt'>>

type Db = BetterSQLite3Database
interface WorklistKey {
  readonly workspaceId: string
  readonly id: string
}

const { id, workspaceId, createdAt } = worklistTable
const is = (known: WorklistKey) => and(eq(workspaceId, known.workspaceId), eq(id, known.id))
const listed = (db: Db, workspace: string): WorklistRow[] =>
  db.select().from(worklistTable).where(eq(workspaceId, workspace)).orderBy(asc(createdAt), asc(id)).all()

/** What vitrine.db keeps of the worklists of a team. */
export const worklistOperations = {
  /** Oldest first. */
  listWorklists: (db: Db, { workspaceId: workspace }: { workspaceId: string }): WorklistRow[] =>
    listed(db, workspace),

  /** Keeps one more; false where the workspace has as many as it may. */
  addWorklist(db: Db, { row, most }: { row: WorklistRow; most: number }): boolean {
    if (listed(db, row.workspaceId).length >= most) return false
    db.insert(worklistTable).values(row).run()
    return true
  },

  /** Changes what is sent, and gives back how it is then; undefined where it is gone. */
  changeWorklist(
    db: Db,
    { change, ...known }: WorklistKey & { change: WorklistChange },
  ): WorklistRow | undefined {
    if (Object.keys(change).length > 0) db.update(worklistTable).set(change).where(is(known)).run()
    return db.select().from(worklistTable).where(is(known)).get()
  },

  deleteWorklist(db: Db, known: WorklistKey): void {
    db.delete(worklistTable).where(is(known)).run()
  },
}
