/** Numbers that come one by one, eight bytes each. */
export class NumberList {
  #numbers = new Float64Array(1024)
  #size = 0

  push(number: number): void {
    if (this.#size === this.#numbers.length) {
      const larger = new Float64Array(this.#size * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#size] = number
    this.#size += 1
  }

  /** All of them as they came. */
  get all(): Float64Array {
    return this.#numbers.subarray(0, this.#size)
  }
}
