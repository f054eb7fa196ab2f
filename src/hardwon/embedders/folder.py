"""The folder of a prepared model: which files are in it, each with its hash, and what they are for.

The manifest is written after each step of the preparation, so an interrupted one goes on where it stopped. A file
whose hash is not the manifest's is not loaded.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from hardwon.config.paths import Paths, make_private_dir
from hardwon.embedders.base import DEFAULT_MODEL
from hardwon.embedders.places import MANIFEST, model_dir
from hardwon.errors import EmbedderUnavailable

WEIGHTS = "model"
QUANTISED = "int8"
OPTIMISED = "optimised"
STATIC = "static"
TOKENIZER = "tokenizer"
PREPARE = "`mem setup` prepares it again"


class ModelFolder:
    """One model's folder; reading it makes nothing.

    Args:
        paths: where models lie.
        model: the model's name.

    Attributes:
        path: the folder.
        manifest: what is in it, {} while nothing is.
    """

    def __init__(self, paths: Paths, model: str = DEFAULT_MODEL) -> None:
        self.model = model
        self.path = Path(model_dir(paths, model))
        self.manifest: dict[str, Any] = {}
        self.read()

    def read(self) -> None:
        """Read the manifest again; one that cannot be read counts as none."""
        try:
            manifest = json.loads((self.path / MANIFEST).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            manifest = {}
        self.manifest = manifest if isinstance(manifest, dict) and manifest.get("model") == self.model else {}

    def make(self) -> None:
        """Make the folder, private."""
        make_private_dir(str(self.path))

    def note(self, **fields: object) -> None:
        """Add fields to the manifest and write it, whole or not at all."""
        self.manifest = {"model": self.model, **self.manifest, **fields}
        temporary = self.path / (MANIFEST + ".part")
        with temporary.open("w", encoding="utf-8") as out:
            json.dump(self.manifest, out, indent=1, sort_keys=True)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(self.path / MANIFEST)

    def note_file(self, role: str, name: str, **fields: object) -> None:
        """Enter a finished file with its size and hash.

        Args:
            role: what it is for.
            name: its path inside the folder.
            fields: what else to note beside it.
        """
        path = self.path / name
        entry = {"name": name, "size": path.stat().st_size, "sha256": sha256_of(path), **fields}
        self.note(files={**self.manifest.get("files", {}), role: entry})

    def forget_file(self, role: str) -> None:
        """Take a file out of the manifest and the folder."""
        entry = self.entry(role)
        if entry:
            files = {key: value for key, value in self.manifest["files"].items() if key != role}
            self.note(files=files)
            (self.path / entry["name"]).unlink(missing_ok=True)

    def entry(self, role: str) -> dict[str, Any]:
        """What the manifest says of a file, {} when it is not there yet."""
        found = self.manifest.get("files", {}).get(role)
        return found if isinstance(found, dict) else {}

    def has(self, role: str) -> bool:
        """Whether a file is there in its full size; its hash is checked when it is loaded."""
        entry = self.entry(role)
        try:
            return bool(entry) and (self.path / entry["name"]).stat().st_size == entry["size"]
        except OSError:
            return False

    def file(self, role: str) -> Path:
        """A file, its content checked against the manifest.

        Raises:
            EmbedderUnavailable: it is not there, or its content is another than was prepared.
        """
        entry = self.entry(role)
        if not entry:
            raise EmbedderUnavailable(f"the embedding model {self.model} is not prepared", "`mem setup` prepares it")
        path = self.path / str(entry["name"])
        try:
            intact = path.stat().st_size == entry["size"] and sha256_of(path) == entry["sha256"]
        except OSError as error:
            raise EmbedderUnavailable(f"{path} cannot be read: {error.strerror}", PREPARE) from None
        if not intact:
            raise EmbedderUnavailable(f"{path} is damaged: its content is not what was prepared", PREPARE)
        return path

    def check_configuration(self) -> None:
        """Check the small files that a library reads by itself.

        Raises:
            EmbedderUnavailable: one is missing or damaged.
        """
        for role in self.manifest.get("files", {}):
            if role not in (WEIGHTS, QUANTISED, OPTIMISED, STATIC):
                self.file(role)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()
