import fc from 'fast-check'
import { z } from 'zod'
import { MAX_MARKED, moment, text } from './texts.js'

export interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Values for fields whose rules no schema contains, by the field's name. Null: derive them from the schema. */
export type FieldArbitraries = Readonly<Record<string, fc.Arbitrary<unknown> | null>>

/** Values that a schema accepts, except for the rules in its refinements. */
export function arbitraryOf(schema: z.ZodType, fields: FieldArbitraries): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // The same document, typed with the few keywords that our schemas use.
  return fromJson(json as JsonSchema, fields)
}

function fromJson(schema: JsonSchema, fields: FieldArbitraries): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return oneOf(schema.anyOf, fields)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, fields)
    case 'array':
      return arrayOf(schema, fields)
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
    default:
      return fc.jsonValue()
  }
}

/** Returns null only sometimes, if it is allowed, so that most fields have a value. */
function oneOf(choices: JsonSchema[], fields: FieldArbitraries): fc.Arbitrary<unknown> {
  return fc.oneof(
    ...choices.map((choice) => ({
      arbitrary: fromJson(choice, fields),
      weight: choice.type === 'null' ? 1 : 8,
    })),
  )
}

function objectOf(schema: JsonSchema, fields: FieldArbitraries): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = schema
  if (properties === undefined && typeof additionalProperties === 'object') {
    const name = fromJson(schema.propertyNames ?? { type: 'string' }, fields)
    const value = fromJson(additionalProperties, fields)
    return fc.dictionary(name as fc.Arbitrary<string>, value, { maxKeys: 4 })
  }
  const model = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, property]) => [
      name,
      fieldOf(property, fields[name] ?? null, fields),
    ]),
  )
  return fc.record(model, { requiredKeys: required, noNullPrototype: true })
}

function fieldOf(
  property: JsonSchema,
  own: fc.Arbitrary<unknown> | null,
  fields: FieldArbitraries,
): fc.Arbitrary<unknown> {
  if (own === null) return fromJson(property, fields)
  const isNullable = property.anyOf?.some(({ type }) => type === 'null') === true
  return isNullable ? fc.option(own, { freq: 8 }) : own
}

/** Usually few entries; separate tests send lists of thousands. */
function arrayOf(schema: JsonSchema, fields: FieldArbitraries): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 4 } = schema
  return fc.array(fromJson(items, fields), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 4)),
  })
}

function stringOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 255 } = schema
  if (format === 'date-time') return moment
  if (format === 'date') return moment.map((value) => value.slice(0, 10))
  if (format === 'uuid' || format === 'guid') return fc.uuid()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return maxLength < MAX_MARKED ? fc.string({ minLength, maxLength }) : text(minLength, maxLength)
}

function numberOf(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, type } = schema
  if (type === 'integer')
    return fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 1e9, 2 ** 31 - 1) })
  return fc.double({
    min: exclusiveMinimum ?? minimum ?? -1e9,
    minExcluded: exclusiveMinimum !== undefined,
    max: maximum ?? 1e9,
    noNaN: true,
  })
}
