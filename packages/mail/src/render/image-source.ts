import { type InlineImages, imageTypeOf, maxImageBytes } from './inline-images.ts'

/** What an image of a mail shows: a `data:` URL, nothing, or a file of another host that is not loaded. */
export type ImageSource = { dataUrl: string } | 'missing' | 'remote'

/** Whether a URL names a file that is not in the mail. */
export const isRemote = (url: string): boolean => !/^\s*(?:(?:data|cid|about|blob|javascript|vbscript):|#|$)/i.test(url)

const dataImage = /^data:image\/[\w.+-]{1,20};base64,/i
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Resolves the images of one mail. Each image may be used again and again, but only 2 MiB of `data:` URLs are written. */
export class ImageResolver {
  readonly #images: InlineImages
  #remainingChars = Math.ceil((maxImageBytes * 4) / 3)

  constructor(images: InlineImages) {
    this.#images = images
  }

  resolve(src: string): ImageSource {
    const url = src.trim()
    if (url === '') return 'missing'
    const dataUrl = /^cid:/i.test(url) ? this.#byContentId(url.slice(4)) : checkedDataUrl(url)
    if (dataUrl === null) return isRemote(url) ? 'remote' : 'missing'
    if (dataUrl.length > this.#remainingChars) return 'missing'
    this.#remainingChars -= dataUrl.length
    return { dataUrl }
  }

  /** RFC 2392 §2: percent-encoded in the URL. */
  #byContentId(written: string): string | null {
    return this.#images.get(written) ?? this.#images.get(decoded(written)) ?? null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The image of a `data:` URL, written with the type that its bytes have. */
function checkedDataUrl(url: string): string | null {
  const [start] = dataImage.exec(url) ?? []
  if (!start || url.length > maxImageBytes * 2) return null
  const written = url.slice(start.length).replaceAll(/[ \t\n\r]/g, '')
  if (!base64.test(written)) return null
  const bytes = Buffer.from(written, 'base64')
  const type = imageTypeOf(bytes)
  return type ? `data:${type};base64,${bytes.toString('base64')}` : null
}
