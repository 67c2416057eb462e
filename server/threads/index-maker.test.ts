import { expect, test } from 'vitest'
import type { OperationName } from '../catalog/operations.ts'
import type { IndexWork } from '../jobs/make-index.ts'
import { IndexBuilder, type IndexBuilderTasks } from './index-maker.ts'

const rowsInAll = 50_000
const rowsInSlice = 7_000

class SlowWriter implements IndexBuilderTasks {
  readonly asked: string[] = []
  atOnce = 0
  most = 0

  readonly call = (async (
    name: OperationName,
    input: { readonly name: string; readonly rows: Float64Array },
  ) => {
    this.asked.push(`${name} ${input.name}`)
    this.atOnce += 1
    this.most = Math.max(this.most, this.atOnce)
    await Promise.resolve()
    this.atOnce -= 1
    if (name === 'beginToIndex') return input.name === 'history' ? undefined : 'Price'
    return name === 'indexRows' ? Math.min(rowsInSlice, input.rows.length) : undefined
  }) as unknown as IndexWork['call']

  async hasTaken(count: number): Promise<void> {
    while (this.asked.filter((call) => call.startsWith('indexRows')).length < count) await Promise.resolve()
  }

  copyLog(): Promise<void> {
    this.asked.push('copyLog')
    return Promise.resolve()
  }

  readRows(): Promise<Float64Array> {
    return Promise.resolve(Float64Array.from({ length: rowsInAll }, (_, index) => index))
  }
}

test('indexes are made one after the other in slices, each once, and tell how far they have come [OWNER-07]', async () => {
  const writer = new SlowWriter()
  const maker = new IndexBuilder(writer)
  maker.request({ indexes: ['value_1', 'history', 'updated'], searchTypes: [], hasLeftovers: false })
  maker.request({ indexes: ['value_1'], searchTypes: [], hasLeftovers: false })
  expect(maker.listProgress()).toEqual([])
  await writer.hasTaken(2)
  expect(maker.listProgress()).toEqual([{ title: 'Price', done: expect.any(Number), total: rowsInAll }])
  await expect.poll(() => writer.asked.at(-1)).toBe('finishIndexing updated')
  await expect.poll(() => maker.listProgress()).toEqual([])
  const slices = Math.ceil(rowsInAll / rowsInSlice)
  const slicesOf = (name: string) => Array<string>(slices).fill(`indexRows ${name}`)
  expect(writer.asked).toEqual([
    'beginToIndex value_1',
    ...slicesOf('value_1'),
    'finishIndexing value_1',
    'beginToIndex history',
    'beginToIndex updated',
    ...slicesOf('updated'),
    'finishIndexing updated',
  ])
  expect(writer.most).toBe(1)
})

test('the log is copied once, before the second slice of a search index that is being built', async () => {
  const asked: string[] = []
  const progress = [
    { isMore: true, done: 25, total: 100 },
    { isMore: true, done: 50, total: 100 },
    { isMore: true, done: 0, total: 0 },
    { isMore: false, done: 0, total: 0 },
  ]
  const maker = new IndexBuilder({
    call: ((_name: OperationName, { isBuilding }: { readonly isBuilding: boolean }) => {
      asked.push(isBuilding ? 'next slice' : 'first slice')
      return Promise.resolve(progress.shift())
    }) as unknown as IndexWork['call'],
    readRows: () => Promise.resolve(new Float64Array()),
    copyLog: () => {
      asked.push('copyLog')
      return Promise.resolve()
    },
  })
  maker.request({ indexes: [], searchTypes: ['product'], hasLeftovers: false })
  await expect.poll(() => asked).toEqual(['first slice', 'copyLog', 'next slice', 'next slice', 'next slice'])
  await expect.poll(() => maker.listProgress()).toEqual([])
})

test('what fails is taken away again and is not tried again at once', async () => {
  const asked: string[] = []
  const maker = new IndexBuilder({
    call: ((name: OperationName) => {
      asked.push(name)
      return name === 'beginToIndex'
        ? Promise.resolve('Price')
        : Promise.reject(new Error('The disk is full.'))
    }) as unknown as IndexWork['call'],
    readRows: () => Promise.resolve(new Float64Array(1)),
    copyLog: () => Promise.resolve(),
  })
  const request = { indexes: ['updated'], searchTypes: ['product'], hasLeftovers: false } as const
  maker.request(request)
  const once = ['beginToIndex', 'indexRows', 'giveUpIndexing', 'advanceSearch']
  await expect.poll(() => asked).toEqual(once)
  await expect.poll(() => maker.listProgress()).toEqual([])
  maker.request(request)
  await Promise.resolve()
  expect(asked).toEqual(once)
})

test('what deleted attributes have left is removed slice by slice, once the log is copied [DEF-24]', async () => {
  const asked: string[] = []
  const isMore = [true, true, false]
  const maker = new IndexBuilder({
    call: ((name: OperationName) => {
      asked.push(name)
      return Promise.resolve(isMore.shift())
    }) as unknown as IndexWork['call'],
    readRows: () => Promise.resolve(new Float64Array()),
    copyLog: () => {
      asked.push('copyLog')
      return Promise.resolve()
    },
  })
  const request = { indexes: [], searchTypes: [], hasLeftovers: true }
  maker.request(request)
  maker.request(request)
  await expect.poll(() => asked).toEqual(['copyLog', 'removeLeftovers', 'removeLeftovers', 'removeLeftovers'])
})
