import { attributeOf, type TreeElement } from './tree.ts'

/** Values that have an effect: HTML Standard §3.2.6.4, and the shape of a language tag (RFC 5646 §2.1). */
const shapes: readonly (readonly [name: string, shape: RegExp])[] = [
  ['dir', /^(?:ltr|rtl|auto)$/i],
  ['lang', /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,7}$/i],
]

/**
 * Gives a body the direction and the language of the whole mail. Mails write them at the body or at the `html` element, which is not kept;
 * the body's own count more. Values that are not valid have no effect in a browser and are removed.
 */
export function takeDirectionAndLanguage(body: TreeElement): void {
  const { parent } = body
  for (const [name, shape] of shapes) {
    const written = [attributeOf(body, name), parent?.kind === 'element' ? attributeOf(parent, name) : '']
    const value = written.find((each) => shape.test(each))
    body.attributes = body.attributes.filter((attribute) => attribute.name !== name)
    if (value !== undefined) body.attributes.push({ name, value })
  }
}
