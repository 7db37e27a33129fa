import type { FastifyInstance } from 'fastify'
import { mountText } from '../http/mount-text.ts'
import type { OpenApiDocument } from './document.ts'

/** Mounts the OpenAPI document at `/v1/openapi.json`; `document` is called at the first request, when the server's URL is known. */
export function mountDocument(app: FastifyInstance, document: () => OpenApiDocument): void {
  mountText(app, {
    url: '/v1/openapi.json',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    make: () => JSON.stringify(document()),
  })
}
