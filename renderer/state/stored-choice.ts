import { useSyncExternalStore } from 'react'

interface ChoiceParts<T extends string> {
  readonly key: string
  readonly values: readonly T[]
  readonly start: T
  readonly show?: (choice: T) => void
}

/** A choice of a few words in the browser's storage, the same for every window. */
export class StoredChoice<T extends string> {
  readonly #parts: ChoiceParts<T>
  readonly #listeners = new Set<() => void>()

  constructor(parts: ChoiceParts<T>) {
    this.#parts = parts
  }

  readonly read = (): T => {
    const stored = window.localStorage.getItem(this.#parts.key)
    return this.#parts.values.find((value) => value === stored) ?? this.#parts.start
  }

  readonly choose = (choice: T): void => {
    window.localStorage.setItem(this.#parts.key, choice)
    this.#notify()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Applies the choice and follows other windows. Call once at the start. */
  begin(): void {
    this.#parts.show?.(this.read())
    window.addEventListener('storage', ({ key }) => key === this.#parts.key && this.#notify())
  }

  #notify(): void {
    this.#parts.show?.(this.read())
    for (const listener of this.#listeners) listener()
  }
}

export function useChoice<T extends string>(choice: StoredChoice<T>): T {
  return useSyncExternalStore(choice.subscribe, choice.read)
}
