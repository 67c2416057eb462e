import type { EventEmitter } from 'node:events'

/**
 * What a class of the stand-in may implement of the real one: any of its members, with the real signature. tsc breaks
 * the stand-in when Electron's interface moves.
 */
export type Like<T> = Partial<Omit<T, keyof EventEmitter>>
