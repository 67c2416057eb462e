import { afterAll, describe, expect, test } from 'vitest'
import { type FieldError, issueCodes } from '#shared/errors.ts'
import { everyTypeServer } from './every-type.ts'
import type { Rule, Write } from './issue-rule.ts'
import { queryRules } from './query-rules.ts'
import { writeRules } from './write-rules.ts'

/**
 * Every issue code where the specification raises it, alone and on its place, and beside it requests just inside the rule,
 * which are accepted.
 */
const { server, ids } = await everyTypeServer()
afterAll(() => server[Symbol.asyncDispose]())

const rules: Readonly<Record<string, Rule>> = { ...queryRules, ...writeRules }

/** A fault that another one of the same value brings along. */
const companions: Readonly<Record<string, readonly string[]>> = {
  too_long: ['referenced_entity_not_found'],
}

/** Puts ids where the rules name their holders, `{PRODUCT}` for the same in capitals. */
function withIds<Value>(value: Value): Value {
  let text = JSON.stringify(value)
  for (const [name, id] of Object.entries(ids)) {
    text = text.replaceAll(`{${name}}`, id).replaceAll(`{${name.toUpperCase()}}`, id.toUpperCase())
  }
  return JSON.parse(text) as Value
}

function send(named: string | Write) {
  const request = withIds(named)
  const headers = { authorization: `Bearer ${server.key}` }
  if (typeof request === 'string') {
    const path = request.startsWith('/') ? request : `/products?${request}`
    return server.send({ path: `/api/v1${encodeURI(path).replaceAll('%25', '%')}`, headers })
  }
  const { method = 'POST', to, body } = request
  return server.send({ method, path: `/api/v1${to}`, headers, body })
}

describe.each(Object.entries(rules))('%s', (issue, { refused, accepted }) => {
  test.each(
    refused.map(([request, field]) => [JSON.stringify(request).slice(0, 120), request, field] as const),
  )('%s is refused', async (_name, request, field) => {
    const { status, body } = await send(request)
    expect([status, body.error?.code]).toEqual([400, 'validation_failed'])
    const told = (body.error.field_errors as FieldError[]).map((one) => [one.field, one.issue])
    const others = (companions[issue] ?? []).map((other) => [field, other])
    expect([[[field, issue]], [[field, issue], ...others]]).toContainEqual(told)
  })

  test.each(accepted.map((request) => [JSON.stringify(request).slice(0, 120), request] as const))(
    '%s is accepted',
    async (_name, request) => {
      const { status, text, body } = await send(request)
      expect([status < 300, body.error]).toEqual([true, undefined])
      expect(text).not.toContain('"failed","status_code"')
    },
  )
})

test('every code of the vocabulary has its rows', () => {
  // not_unique comes with 409: error-codes.test.ts has it.
  expect([...Object.keys(rules), 'not_unique'].sort()).toEqual(Object.keys(issueCodes).sort())
})
