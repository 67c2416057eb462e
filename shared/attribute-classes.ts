export type {
  AttributeClass,
  AttributeClassPatch,
  EffectiveClasses,
  NewAttributeClass,
} from './schemas/attribute-classes.ts'
