"""Reads and writes a Vitrine catalog: one file for Python 3.10 and later, with the standard library alone.

    vitrine = Vitrine("http://127.0.0.1:7777", key)
    for product in vitrine.products.list(filter={"price": {"gte": 100}}):
        print(product["label"])
"""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Iterable, Iterator, Mapping

__all__ = ["Entities", "Vitrine", "VitrineError"]

JSON = dict[str, Any]
LARGEST_PAGE = 200
ITEMS_OF_BATCH = 100
FIRST_WAIT, LONGEST_WAIT = 0.25, 30.0
ENDED = ("completed", "failed", "cancelled")


class VitrineError(Exception):
    """What the server refused, with a fault for each field."""

    def __init__(self, status: int, body: JSON) -> None:
        error = body.get("error") or {}
        super().__init__(error.get("message") or f"The server answered {status}.")
        self.status = status
        self.code: str = error.get("code", "internal_error")
        self.field_errors: list[JSON] = error.get("field_errors") or []
        self.is_retriable: bool = error.get("is_retriable", status in (502, 503, 504))
        self.retry_after_seconds: float | None = error.get("retry_after_seconds")
        self.request_id: str | None = error.get("request_id")


class Vitrine:
    """One workspace, by a key of it."""

    def __init__(self, url: str, key: str, *, retries: int = 4, timeout: float = 120.0) -> None:
        root = url.rstrip("/")
        self._root = root if root.endswith("/api/v1") else f"{root}/api/v1"
        self._key, self._retries, self._timeout = key, retries, timeout
        self.products = Entities(self, "products")
        self.images = Entities(self, "images")
        self.vendors = Entities(self, "vendors")
        self.categories = Entities(self, "categories")
        self.sources = Entities(self, "sources")
        self.jobs = Jobs(self)

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Iterable[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> JSON:
        """Sends any request of the API, with the retries of all others."""
        return json.loads(self.send(method, path, body=body, query=query, headers=headers)[0])

    def send(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Iterable[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> tuple[bytes, Mapping[str, str]]:
        """The bytes of an answer and its headers. A write has an idempotency key: nothing is done twice."""
        pairs = list(query)
        address = self._root + path + (f"?{urllib.parse.urlencode(pairs)}" if pairs else "")
        sent = {"authorization": f"Bearer {self._key}", **(headers or {})}
        if method != "GET":
            sent.setdefault("idempotency-key", str(uuid.uuid4()))
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if data is not None:
            sent.setdefault("content-type", "application/json")
        attempt = 0
        while True:
            try:
                request = urllib.request.Request(address, data=data, headers=sent, method=method)
                with urllib.request.urlopen(request, timeout=self._timeout) as response:
                    return response.read(), response.headers
            except urllib.error.HTTPError as refused:
                error = VitrineError(refused.code, _parse(refused.read()))
                if not error.is_retriable or attempt >= self._retries:
                    raise error from None
                wait = error.retry_after_seconds
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if attempt >= self._retries:
                    raise
                wait = None
            grown = FIRST_WAIT * 2**attempt * random.uniform(0.5, 1)
            time.sleep(min(grown if wait is None else wait, LONGEST_WAIT))
            attempt += 1

    def bulk_edit(
        self,
        type: str,
        filter: Mapping[str, Any],
        *,
        set: Mapping[str, Any] | None = None,
        clear: Iterable[str] = (),
        dry_run: bool = False,
    ) -> JSON:
        """Edits all that match, and waits for the end. ``undo(job["id"])`` takes it back."""
        body: JSON = {"type": type, "filter": _body_filter(filter), "dry_run": dry_run}
        if set:
            body["set"] = dict(set)
        if cleared := list(clear):
            body["clear"] = cleared
        return self._ended("/bulk-edits", body)

    def import_file(
        self,
        content: bytes | str,
        type: str,
        *,
        merge_key: str | None = None,
        file_name: str = "import.csv",
        dry_run: bool = False,
        fields: Mapping[str, str] | None = None,
    ) -> JSON:
        """Imports a file, and waits for the end; its rows are in the result of the job."""
        form = {"type": type, "dry_run": str(dry_run).lower(), **(fields or {})}
        if merge_key is not None:
            form["merge_key"] = merge_key
        data, media_type = _form(form, file_name, content)
        job = json.loads(self.send("POST", "/imports", body=data, headers={"content-type": media_type})[0])
        return self.jobs.wait(job["data"]["id"])

    def export_file(
        self,
        type: str | None = None,
        *,
        channel: str | None = None,
        format: str = "csv",
        filter: Mapping[str, Any] | None = None,
        fields: Iterable[str] | None = None,
    ) -> bytes:
        """The file of entities, or that of a channel."""
        body: JSON = {"channel": channel} if channel else {"type": type, "format": format}
        if filter is not None:
            body["filter"] = _body_filter(filter)
        if fields is not None:
            body["fields"] = list(fields)
        job = self._ended("/exports", body)
        return self.send("GET", f"/exports/{job['id']}/file")[0]

    def upload(self, content: bytes, name: str = "file") -> JSON:
        """Keeps a file; an image attribute then holds its ``path``."""
        data, media_type = _form({}, name, content)
        return json.loads(self.send("POST", "/files", body=data, headers={"content-type": media_type})[0])["data"]

    def plan_variants(self, id: str, axes: Mapping[str, list[str]], **options: Any) -> list[JSON]:
        """Tells which combinations would become variants of a product; options are set and sku_pattern."""
        body = {"axes": _axes(axes), **options}
        return self.request("POST", f"/products/{id}/variants/plan", body=body)["data"]["rows"]

    def create_variants(self, id: str, axes: Mapping[str, list[str]], **options: Any) -> JSON:
        """Makes every new combination a variant of the product; undo(made["edit_id"]) takes it back."""
        body = {"accept": "all", "axes": _axes(axes), **options}
        return self.request("POST", f"/products/{id}/variants", body=body)["data"]

    def undo(self, id: str) -> JSON:
        """Takes an edit back, or what a job has written."""
        try:
            return self.request("POST", f"/edits/{id}/undo", body={})
        except VitrineError as error:
            if error.status != 404:
                raise
            return self.request("POST", f"/jobs/{id}/undo", body={})

    def follow(self, after: int | None = None, *, type: str | None = None, every: float = 1.0) -> Iterator[JSON]:
        """The changes of the workspace as they come, each once."""
        narrowed = [("type", type)] if type else []
        if after is None:
            newest = self.request("GET", "/events", query=[*narrowed, ("limit", "1")])["data"]
            after = newest[0]["sequence"] if newest else 0
        while True:
            query = [*narrowed, ("after", str(after)), ("limit", str(LARGEST_PAGE))]
            events = self.request("GET", "/events", query=query)["data"]
            for event in events:
                after = event["sequence"]
                yield event
            if not events:
                time.sleep(every)

    def _ended(self, path: str, body: JSON) -> JSON:
        return self.jobs.wait(self.request("POST", path, body=body)["data"]["id"])


class Entities:
    """The entities of one type: ``vitrine.products``."""

    def __init__(self, vitrine: Vitrine, plural: str) -> None:
        self._vitrine, self._path = vitrine, f"/{plural}"

    def list(self, *, limit: int | None = None, **options: Any) -> Iterator[JSON]:
        """Every entity that matches, read page by page as they are taken."""
        cursor, left = None, limit
        while left is None or left > 0:
            page = self.page(limit=min(left or LARGEST_PAGE, LARGEST_PAGE), cursor=cursor, **options)
            yield from page["data"]
            left = None if left is None else left - len(page["data"])
            cursor = page["pagination"]["next_cursor"]
            if not page["pagination"]["has_more"] or not cursor:
                return

    def page(
        self,
        *,
        filter: Mapping[str, Any] | None = None,
        filter_join: str | None = None,
        sort: str | None = None,
        fields: Iterable[str] | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> JSON:
        """One page, with the exact total and the cursor of the next one."""
        query = _query_filter(filter or {})
        named = {"filter_join": filter_join, "sort": sort, "q": q, "limit": limit, "cursor": cursor}
        query += [(name, str(value)) for name, value in named.items() if value is not None]
        if fields is not None:
            query.append(("fields", ",".join(fields)))
        return self._vitrine.request("GET", self._path, query=query)

    def count(self, filter: Mapping[str, Any] | None = None, **options: Any) -> int:
        """How many entities match."""
        return self.page(filter=filter, limit=1, **options)["pagination"]["total"]

    def find(self, filter: Mapping[str, Any], **options: Any) -> JSON | None:
        """The first entity that matches."""
        return next(iter(self.page(filter=filter, limit=1, **options)["data"]), None)

    def get(self, id: str) -> JSON:
        return self._vitrine.request("GET", f"{self._path}/{id}")["data"]

    def create(
        self,
        attributes: Mapping[str, Any],
        *,
        parent_id: Any = None,
        on_edit: Callable[[str], None] | None = None,
    ) -> JSON:
        """Creates an entity; ``on_edit`` gets the id of the edit, which ``vitrine.undo`` takes back."""
        return self._write("POST", self._path, {**_parent(parent_id), "attributes": dict(attributes)}, on_edit=on_edit)

    def update(
        self,
        id: str,
        attributes: Mapping[str, Any],
        *,
        parent_id: Any = None,
        if_match: str | None = None,
        on_edit: Callable[[str], None] | None = None,
    ) -> JSON:
        """Sets values of one entity; with ``if_match`` only where it is still as that ETag says."""
        headers = {"if-match": if_match} if if_match else {}
        body = {**_parent(parent_id), "attributes": dict(attributes)}
        return self._write("PATCH", f"{self._path}/{id}", body, headers, on_edit)

    def upsert(
        self,
        merge_key: str,
        attributes: Mapping[str, Any],
        *,
        parent_id: Any = None,
        on_edit: Callable[[str], None] | None = None,
    ) -> JSON:
        """Updates the entity whose merge key has the value in ``attributes``, or creates it."""
        body = {"merge_key": merge_key, **_parent(parent_id), "attributes": dict(attributes)}
        return self._write("POST", f"{self._path}/upsert", body, on_edit=on_edit)

    def upsert_all(
        self,
        merge_key: str,
        items: Iterable[Mapping[str, Any]],
        *,
        on_edit: Callable[[str], None] | None = None,
    ) -> Iterator[JSON]:
        """Writes any number of attribute maps in batches; a result for each, in their order."""
        written = 0
        for batch in _batches(items):
            body = {"items": [{"merge_key": merge_key, "attributes": dict(item)} for item in batch]}
            for result in self._write("POST", f"{self._path}/batch", body, on_edit=on_edit):
                yield {**result, "index": written + result["index"]}
            written += len(batch)

    def _write(
        self,
        method: str,
        path: str,
        body: JSON,
        headers: Mapping[str, str] | None = None,
        on_edit: Callable[[str], None] | None = None,
    ) -> Any:
        answer, told = self._vitrine.send(method, path, body=body, headers=headers)
        edit = told["vitrine-edit-id"]
        if edit and on_edit:
            on_edit(edit)
        return json.loads(answer)["data"]


class Jobs:
    def __init__(self, vitrine: Vitrine) -> None:
        self._vitrine = vitrine

    def get(self, id: str) -> JSON:
        return self._vitrine.request("GET", f"/jobs/{id}")["data"]

    def wait(self, id: str) -> JSON:
        """The job once it is completed, failed or cancelled."""
        while True:
            job = self._vitrine.request("GET", f"/jobs/{id}", query=[("wait", "30")])["data"]
            if job["status"] in ENDED:
                return job
            time.sleep(0.1)

    def cancel(self, id: str) -> JSON:
        return self._vitrine.request("POST", f"/jobs/{id}/cancel", body={})["data"]


def _axes(axes: Mapping[str, list[str]]) -> list[JSON]:
    return [{"attribute": attribute, "values": values} for attribute, values in axes.items()]


def _parent(parent_id: Any) -> JSON:
    return {} if parent_id is None else {"parent_id": parent_id}


def _parse(text: bytes) -> JSON:
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _batches(items: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    batch: list[Mapping[str, Any]] = []
    for item in items:
        batch.append(item)
        if len(batch) == ITEMS_OF_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _is_group(filter: Mapping[str, Any]) -> bool:
    return any(isinstance(filter.get(join), list) for join in ("and", "or"))


def _body_filter(filter: Mapping[str, Any]) -> JSON:
    if _is_group(filter):
        return dict(filter)
    return {key: {"in": value} if isinstance(value, (list, tuple)) else value for key, value in filter.items()}


def _query_filter(filter: Mapping[str, Any]) -> list[tuple[str, str]]:
    if _is_group(filter):
        return [("filter", json.dumps(filter))]
    pairs = []
    for key, condition in _body_filter(filter).items():
        for operator, value in condition.items() if isinstance(condition, Mapping) else [("eq", condition)]:
            name = f"filter[{key}]" if operator == "eq" else f"filter[{key}][{operator}]"
            pairs.append((name, _text(value)))
    return pairs


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple)) else str(value)


def _form(fields: Mapping[str, str], file_name: str, content: bytes | str) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    data = content.encode() if isinstance(content, str) else content
    head = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()
    )
    name = file_name.replace('"', "%22").replace("\r", " ").replace("\n", " ")
    head += f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return head.encode() + data + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
