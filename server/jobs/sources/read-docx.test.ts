import { expect, test } from 'vitest'
import { requireShallow } from './read-docx.ts'

const nested = (depth: number) => `${'<a b="1">'.repeat(depth)}x${'</a>'.repeat(depth)}`

test('elements may stand in each other two hundred deep, and beside each other without end [SOURCE-09]', () => {
  const read = (xml: string) => () => requireShallow(xml)
  expect(read(nested(200))).not.toThrow()
  expect(read(`<r>${'<a/><b>x</b>'.repeat(10_000)}</r>`)).not.toThrow()
  expect(read(`<r><!-- ${'<a>'.repeat(500)} --><![CDATA[${'<a>'.repeat(500)}]]></r>`)).not.toThrow()
  expect(read(nested(201))).toThrow('nested deeper than 200 levels')
})

test('what is no XML is looked through once [SOURCE-09]', () => {
  expect(() => requireShallow('<'.repeat(2_000_000))).not.toThrow()
  expect(() => requireShallow('<!--'.repeat(500_000))).not.toThrow()
})
