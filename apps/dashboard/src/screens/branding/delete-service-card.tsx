import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { lazily } from '../../design/lazily.tsx'
import { useRefusal } from '../../shell/service-context.tsx'

const DeleteServiceDialog = lazily(() => import('./delete-service-dialog.tsx'), 'DeleteServiceDialog')

/** The end of the service. */
export function DeleteServiceCard() {
  const refusal = useRefusal('owner')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Card
      title="Delete this service"
      description="Permanently deletes its domains, addresses, messages, API keys, webhooks and members."
    >
      <Button refusal={refusal} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden />
        Delete service…
      </Button>
      {isDeleting && <DeleteServiceDialog onClose={() => setDeleting(false)} />}
    </Card>
  )
}
