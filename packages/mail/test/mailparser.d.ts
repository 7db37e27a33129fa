/** The part of mailparser that the tests use; it ships no types. */
declare module 'mailparser' {
  export interface SimpleMail {
    subject?: string
    from?: { value: { name: string; address?: string }[] }
    text?: string
    html?: string | false
    attachments: { filename?: string; contentType: string; size: number; cid?: string; content: Buffer }[]
  }

  export function simpleParser(raw: Buffer, options: Record<string, boolean>): Promise<SimpleMail>
}
