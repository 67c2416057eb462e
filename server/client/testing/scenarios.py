"""What vitrine.py does, against a real server: python3 scenarios.py FOLDER URL KEY."""

import sys
import threading
import time

folder, url, key = sys.argv[1:]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
from vitrine import Vitrine, VitrineError  # noqa: E402

vitrine = Vitrine(url, key)

made = vitrine.products.create({"sku": "A-1", "price": 5})
assert vitrine.products.get(made["id"]) == made
assert vitrine.products.update(made["id"], {"price": 6})["attributes"]["price"] == 6
assert vitrine.products.upsert("sku", {"sku": "a-1", "price": 7})["id"] == made["id"]
assert vitrine.products.create({"sku": "A-1-red"}, parent_id=made["id"])["parent_id"] == made["id"]
edits = []
vitrine.products.update(made["id"], {"price": 9}, on_edit=edits.append)
vitrine.undo(edits[0])
assert vitrine.products.get(made["id"])["attributes"]["price"] == 7
print("ok entities")

results = list(vitrine.products.upsert_all("sku", [{"sku": f"B-{n}", "price": n} for n in range(250)]))
assert [result["index"] for result in results] == list(range(250))
assert {result["status"] for result in results} == {"created"}
some = {"sku": {"starts_with": "B-"}}
assert len(list(vitrine.products.list(filter=some, sort="-price"))) == 250
assert len(list(vitrine.products.list(filter=some, limit=3))) == 3
assert vitrine.products.count({"sku": ["B-1", "B-2"]}) == 2
assert vitrine.products.count({"or": [{"attribute": "sku", "value": "B-1"}, {"attribute": "price", "value": 2}]}) == 2
assert vitrine.products.find({"sku": "none"}) is None
print("ok lists and batches")

try:
    vitrine.products.create({"sku": "X", "pric": 1})
    raise AssertionError("It was taken.")
except VitrineError as error:
    assert error.code == "validation_failed" and error.field_errors[0]["did_you_mean"] == "price"
print("ok refusals")

job = vitrine.bulk_edit("product", {"sku": "B-2"}, set={"price": {"percent": 100}})
assert job["status"] == "completed" and vitrine.products.find({"sku": "B-2"})["attributes"]["price"] == 4
vitrine.undo(job["id"])
assert vitrine.products.find({"sku": "B-2"})["attributes"]["price"] == 2
print("ok bulk edits and undo")

parent = vitrine.products.find({"sku": "B-2"})["id"]
assert [row["status"] for row in vitrine.plan_variants(parent, {"sku": ["B-2-S"]})] == ["create"]
made = vitrine.create_variants(parent, {"sku": ["B-2-S"]}, set={"price": 9})
assert made["summary"]["created"] == 1 and made["rows"][0]["data"]["attributes"]["price"] == 9
vitrine.undo(made["edit_id"])
print("ok variants")

assert vitrine.import_file("sku,price\nI-1,3\n", "product", merge_key="sku")["status"] == "completed"
assert b"I-1,3" in vitrine.export_file("product", filter={"sku": "I-1"}, fields=["sku", "price"])
shape = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
assert vitrine.upload(shape, "a.svg")["media_type"] == "image/svg+xml"
print("ok files")

threading.Thread(target=lambda: (time.sleep(0.2), vitrine.products.create({"sku": "E-1"})), daemon=True).start()
assert next(vitrine.follow(every=0.02))["entity"]["label"] == "E-1"
print("ok events")
