import { localToday } from '#shared/formula/calendar.ts'
import {
  evaluateFormula,
  formulaLimits,
  describeFault,
  FormulaFault,
  type FormulaValue,
  typeNames,
} from '#shared/formula/value.ts'
import { checkFormula, type Formula } from '#shared/formula/formula.ts'
import { applyCall, implementations, type CallName } from '#shared/formula/operations.ts'
import { keysIn } from '#shared/formula/parse.ts'
import { keysOf, splitList } from '#shared/text.ts'
import type { SqlFunction, SqlValue } from '../database/database.ts'
import type { CallExpression, Expression } from '#shared/formula/syntax.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'

/**
 * Formulas as SQL. Operators and conditions are SQLite's own, on REAL numbers; every other function is the
 * evaluator's TypeScript function, registered on each connection. Both give the same values.
 */

export type ColumnOf = (key: string) => Fragment

/** The value of a formula as SQL: a text, a REAL, 0 or 1, or `YYYY-MM-DD`; NULL for no value. */
function formulaToSql({ root }: Formula, columnOf: ColumnOf, today: string): Fragment {
  const compile = (expression: Expression): Fragment => {
    if (expression.kind === 'constant') return constantSql(expression.value)
    if (expression.kind === 'today') return sql`${today}`
    if (expression.kind === 'call') return callSql(expression, expression.args.map(compile))
    const column = columnOf(expression.key)
    return expression.type === 'number' ? sql`(${column} + 0.0)` : column
  }
  return compile(root)
}

function constantSql(value: FormulaValue): Fragment {
  if (value === null) return nothing
  return sql`${typeof value === 'string' ? value : Number(value)}`
}

function callSql(expression: CallExpression, args: readonly Fragment[]): Fragment {
  const native = nativeSql[expression.name]
  if (native) return native(args, expression)
  const passed = args.map((arg, index) => (expression.args[index]?.type === 'list' ? asBlob(arg) : arg))
  return sql`${raw(registeredName(expression.name))}(${join(passed, ', ')})`
}

/** A list is passed to a registered function as a BLOB, which distinguishes it from a text. */
function asBlob(list: Fragment): Fragment {
  return sql`CAST(${list} AS BLOB)`
}

type Native = (args: readonly Fragment[], expression: CallExpression) => Fragment

const nothing = raw('NULL')

const infix =
  (operator: string): Native =>
  (args) =>
    sql`(${join(args, ` ${operator} `)})`

const around =
  (before: string, after: string): Native =>
  ([arg = nothing]) =>
    sql`${raw(before)}${arg}${raw(after)}`

const nativeSql: Partial<Record<CallName, Native>> = {
  add: infix('+'),
  subtract: infix('-'),
  multiply: infix('*'),
  divide: ([a = nothing, b = nothing]) => sql`(1.0 * ${a} / NULLIF(${b}, 0))`,
  negate: around('(- ', ')'),
  percent: around('(', ' / 100.0)'),
  concat: infix('||'),
  equal: infix('='),
  unequal: infix('<>'),
  less: infix('<'),
  at_most: infix('<='),
  greater: infix('>'),
  at_least: infix('>='),
  AND: infix('AND'),
  OR: infix('OR'),
  NOT: around('(NOT ', ')'),
  ABS: around('abs(', ')'),
  boolean_to_number: around('(', ' + 0.0)'),
  number_to_boolean: around('(', ' <> 0)'),
  boolean_to_text: around('CASE ', " WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' END"),
  result_text: around('NULLIF(', ", '')"),
  // Rounds to fifteen digits; an infinite number is printed as Inf.
  tidy: around("CAST(NULLIF(NULLIF(printf('%.15g', COALESCE(", ", 9e999)), 'Inf'), '-Inf') AS REAL)"),
  or: (args) => sql`COALESCE(${join(args, ', ')})`,
  ISBLANK: ([value = nothing], { args: [arg] }) => sql`(${coalesceSql([value], arg)} IS NULL)`,
  COALESCE: coalesceSql,
  IF: ([condition = nothing, then = nothing, otherwise = nothing]) =>
    sql`CASE ${condition} WHEN 1 THEN ${then} WHEN 0 THEN ${otherwise} END`,
  IFS: ifsSql,
  SWITCH: switchSql,
}

function coalesceSql(args: readonly Fragment[], expression: Expression | undefined): Fragment {
  const blank = raw(expression?.type === 'list' ? "'[]'" : "''")
  const values = args.map((arg) => sql`NULLIF(${arg}, ${blank})`)
  return sql`COALESCE(${join([...values, nothing], ', ')})`
}

/** A condition that fails ends the search, as an error does in spreadsheets. */
function ifsSql([condition, then, ...rest]: readonly Fragment[]): Fragment {
  if (!condition || !then) return nothing
  return sql`CASE ${condition} WHEN 1 THEN ${then} WHEN 0 THEN ${ifsSql(rest)} END`
}

function switchSql([value = nothing, ...cases]: readonly Fragment[]): Fragment {
  return sql`CASE ${value}${casesSql(cases)} END`
}

function casesSql([value, then, ...rest]: readonly Fragment[]): Fragment {
  if (!value || !then) return sql` ELSE ${value ?? nothing}`
  return sql` WHEN ${value} THEN ${then}${casesSql(rest)}`
}

function registeredName(name: CallName): string {
  return `formula_${name.toLowerCase()}`
}

export type FormulaLanguage = typeof formulaLanguage

export const formulaLanguage = {
  check: checkFormula,
  evaluate: evaluateFormula,
  toSql: formulaToSql,
  keysIn,
  limits: formulaLimits,
  describeFault,
  typeNames,
  localToday,
  FormulaFault,
  functions: sqlFunctions(),
}

function sqlFunctions(): ReadonlyMap<string, SqlFunction> {
  const functions = new Map<string, SqlFunction>()
  for (const name of keysOf(implementations)) {
    if (nativeSql[name]) continue
    const implementation = implementations[name]
    functions.set(registeredName(name), (...args) => encode(applyCall(implementation, decodeLists(args))))
  }
  functions.set('formula_split_list', (text) =>
    typeof text === 'string' ? JSON.stringify(splitList(text)) : null,
  )
  return functions
}

const utf8 = new TextDecoder()

/** Decodes lists, which arrive as BLOBs, in place, because these functions run once per row. */
function decodeLists(args: (SqlValue | FormulaValue)[]): FormulaValue[] {
  for (let index = 0; index < args.length; index += 1) {
    const value = args[index]
    if (value instanceof Uint8Array) args[index] = listIn(value)
  }
  return args as FormulaValue[]
}

function listIn(bytes: Uint8Array): FormulaValue {
  return bytes.length === 0 ? [] : JSON.parse(utf8.decode(bytes))
}

function encode(value: FormulaValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value as string | number | null)
}
