import { getRouteApi } from "@tanstack/react-router";
import { RequestAt } from "../requests/request.tsx";

const route = getRouteApi("/signed-in/admin-only/admin/requests/$id");

export function AdminRequestPage() {
  return <RequestAt base="/admin/requests" id={route.useParams().id} />;
}
