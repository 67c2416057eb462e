export type { NewSavedAction, SavedAction, SavedActionPatch } from './schemas/saved-actions.ts'
