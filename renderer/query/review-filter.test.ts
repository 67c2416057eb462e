import { expect, test } from 'vitest'
import { readReviewFilter, toProposalChoice } from './page-filters.ts'

test('an address tells what is reviewed; what it cannot mean is left out', () => {
  const params = new URLSearchParams('type=product&verified=yes&attribute=material&job=&vendor=v&colour=red')
  expect(readReviewFilter(params)).toEqual({
    type: 'product',
    verified: 'yes',
    attribute: 'material',
    vendor: 'v',
  })
  expect(readReviewFilter(new URLSearchParams('type=shoe&verified=perhaps'))).toEqual({})
})

test('one entity and a vendor are asked for as a filter of a list', () => {
  const filter = { type: 'product', entity: 'e', vendor: 'v', verified: 'no', job: 'j' } as const
  expect(toProposalChoice(filter, 'made by')).toEqual({
    job_id: 'j',
    verified: false,
    filter: 'filter%5Bid%5D=e&filter%5Bmade+by%5D=v',
  })
  expect(toProposalChoice({ vendor: 'v' }, undefined)).toEqual({})
})
