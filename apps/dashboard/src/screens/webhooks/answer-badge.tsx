import { Badge } from '../../design/badge.tsx'
import { isSuccess } from './delivery-labels.ts'

/** The status of an answer; null where there was none. */
export const AnswerBadge = ({ status }: { status: number | null }) => (
  <Badge tone={isSuccess(status) ? 'good' : 'danger'}>{status === null ? 'No answer' : `HTTP ${status}`}</Badge>
)
