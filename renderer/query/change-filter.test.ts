import { expect, test } from 'vitest'
import { readChangeFilter, toFeedFilter } from './page-filters.ts'

const read = (search: string) => readChangeFilter(new URLSearchParams(search))

test('an address tells a filter, and what it cannot mean is left out', () => {
  expect(read('type=vendor&via=mcp&actor=owner&job=1&edit=2&attribute=price&when=2026-01-05')).toEqual({
    type: 'vendor',
    via: 'mcp',
    actor: 'owner',
    job: '1',
    edit: '2',
    attribute: 'price',
    when: '2026-01-05',
  })
  expect(read('type=nope&via=nope&actor=&when=2026-99-05')).toEqual({})
})

test('periods and days are those of this computer', () => {
  const now = new Date(2026, 2, 10, 15, 30)
  const at = (day: number, ms = 0) => new Date(new Date(2026, 2, day).getTime() + ms).toISOString()
  expect(toFeedFilter({ when: 'today' }, now)).toEqual({ since: at(10) })
  expect(toFeedFilter({ when: 'yesterday' }, now)).toEqual({ since: at(9), until: at(10, -1) })
  expect(toFeedFilter({ when: 'week' }, now)).toEqual({ since: at(4) })
  expect(toFeedFilter({ when: '2026-03-05', job: 'j', edit: 'e', via: 'api', type: 'product' }, now)).toEqual(
    {
      since: at(5),
      until: at(6, -1),
      job_id: 'j',
      edit_id: 'e',
      via: 'api',
    },
  )
})
