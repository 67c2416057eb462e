export class EntitySet {
  #bits = new Uint32Array(1024)
  #count = 0

  static of(ids: readonly number[]): EntitySet {
    let most = 0
    for (const id of ids) most = Math.max(most, id)
    const set = new EntitySet()
    set.#bits = new Uint32Array((most >>> 5) + 1)
    for (const id of ids) set.#bits[id >>> 5]! |= 1 << (id & 31)
    set.#count = countBits(set.#bits)
    return set
  }

  static fromBytes(bytes: Uint8Array): EntitySet {
    const set = new EntitySet()
    set.#bits = new Uint32Array(new Uint8Array(bytes).buffer)
    set.#count = countBits(set.#bits)
    return set
  }

  toBytes(): Uint8Array {
    return new Uint8Array(this.#bits.buffer, this.#bits.byteOffset, this.#bits.byteLength)
  }

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#bits.byteLength
  }

  has(id: number): boolean {
    return ((this.#bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0
  }

  put(id: number, isIn: boolean): void {
    if (this.has(id) === isIn) return
    const at = id >>> 5
    if (at >= this.#bits.length) this.#grow(at)
    this.#bits[at] = (this.#bits[at] ?? 0) ^ (1 << (id & 31))
    this.#count += isIn ? 1 : -1
  }

  #grow(at: number): void {
    const larger = new Uint32Array(Math.max(at + 1, this.#bits.length * 2))
    larger.set(this.#bits)
    this.#bits = larger
  }

  with(others: readonly EntitySet[]): EntitySet {
    const union = new EntitySet()
    union.#bits = this.#bits.slice()
    for (const other of others) {
      const bits = other.#bits
      if (bits.length > union.#bits.length) union.#grow(bits.length - 1)
      bits.forEach((word, at) => (union.#bits[at] = (union.#bits[at] ?? 0) | word))
    }
    union.#count = countBits(union.#bits)
    return union
  }

  within(other: EntitySet): EntitySet {
    const both = new EntitySet()
    both.#bits = this.#bits.slice(0, Math.min(this.#bits.length, other.#bits.length))
    both.#bits.forEach((word, at) => (both.#bits[at] = word & (other.#bits[at] ?? 0)))
    both.#count = countBits(both.#bits)
    return both
  }

  without(ids: readonly number[]): EntitySet {
    if (ids.length === 0) return this
    const rest = this.with([])
    for (const id of ids) rest.put(id, false)
    return rest
  }

  page(behind: number, skip: number, limit: number): number[] {
    const ids: number[] = []
    let passed = 0
    for (let at = behind >>> 5; at < this.#bits.length && ids.length < limit; at += 1) {
      let word = (this.#bits[at] ?? 0) >>> 0
      if (at === behind >>> 5 && behind > 0) word &= ~(2 * 2 ** (behind & 31) - 1)
      const inWord = countOf(word)
      if (passed + inWord <= skip) {
        passed += inWord
        continue
      }
      for (let rest = word; rest !== 0 && ids.length < limit; rest &= rest - 1) {
        if (passed >= skip) ids.push(at * 32 + 31 - Math.clz32(rest & -rest))
        passed += 1
      }
    }
    return ids
  }

  forEach(use: (id: number) => void): void {
    this.#bits.forEach((word, at) => {
      for (let rest = word; rest !== 0; rest &= rest - 1) use(at * 32 + 31 - Math.clz32(rest & -rest))
    })
  }
}

function countBits(bits: Uint32Array): number {
  let count = 0
  for (const word of bits) count += countOf(word)
  return count
}

function countOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
