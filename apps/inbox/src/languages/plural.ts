/** The forms of a text by the plural rules of its language (CLDR, Intl.PluralRules); `other` stands in for each that is not there. */
export type Plural = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }
