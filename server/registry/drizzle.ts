/**
 * Drizzle, from its CommonJS build: the ES modules are hundreds of files and cost 400 ms of every thread that loads them,
 * this costs 80; the built program takes `drizzle-modules.ts` instead (main/build.ts). Used for the fixed tables off the hot path (docs/decisions.md, 1).
 */
import { createRequire } from 'node:module'
import type * as Expressions from 'drizzle-orm'
import type * as Driver from 'drizzle-orm/better-sqlite3'
import type * as Core from 'drizzle-orm/sqlite-core'

const require = createRequire(import.meta.url)

const core: typeof Core = require('drizzle-orm/sqlite-core')
const driver: typeof Driver = require('drizzle-orm/better-sqlite3')
const expressions: typeof Expressions = require('drizzle-orm')

export const { integer, primaryKey, sqliteTable, text } = core
export const { drizzle } = driver
export const { and, asc, desc, eq, inArray, lt, lte, or } = expressions
export type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
