"""Makes a model smaller on the person's own machine: 8-bit weights, a scale a channel, 7 bits used.

The seventh bit is left out so that processors without VNNI instructions do not overflow while adding products up.
"""

from __future__ import annotations

import json
import logging
import tempfile
from importlib.util import find_spec
from pathlib import Path

from hardwon.embedders.folder import ModelFolder
from hardwon.embedders.quiet import report_to_nobody
from hardwon.embedders.static_table import PIECES_MAX
from hardwon.errors import EmbedderUnavailable


def possible(folder: ModelFolder) -> bool:
    """Whether a model can be quantised here: the packages are there and its pooling is known."""
    packages = find_spec("onnxruntime") is not None and find_spec("onnx") is not None
    return packages and folder.manifest.get("pooling") in ("mean", "cls") and not folder.manifest.get("quantised")


def quantise(source: Path, target: Path) -> None:
    """Write the 8-bit copy of a model, whole or not at all.

    Args:
        source: an ONNX file; weights that are stored as integers are unpacked first.
        target: where the copy goes.

    Raises:
        EmbedderUnavailable: the model has a form that cannot be quantised.
    """
    report_to_nobody()
    import onnxruntime
    from onnxruntime.quantization import QuantType, quantize_dynamic

    partial = target.with_name(target.name + ".part")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="quantise-") as scratch:
        plain = Path(scratch, "plain.onnx")
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(plain)
        log = logging.getLogger()
        was_disabled, log.disabled = log.disabled, True  # it advises a step that has just been done
        try:
            onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
            quantize_dynamic(str(plain), str(partial), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        except Exception as error:  # onnx and onnxruntime share no base but Exception
            raise EmbedderUnavailable(f"{source} cannot be quantised: {str(error)[:200]}") from None
        finally:
            log.disabled = was_disabled
    partial.replace(target)


def uncased_pieces(tokenizer: Path) -> list[str]:
    """The vocabulary of a tokenizer file when it is BERT's uncased WordPiece, else none.

    Args:
        tokenizer: a tokenizer.json.
    """
    document = json.loads(tokenizer.read_text(encoding="utf-8"))
    model, normaliser = document.get("model") or {}, document.get("normalizer") or {}
    if model.get("type") != "WordPiece" or normaliser.get("type") != "BertNormalizer" or not normaliser["lowercase"]:
        return []
    numbers: dict[str, int] = model["vocab"]
    pieces = sorted(numbers, key=numbers.__getitem__)
    dense = len(pieces) <= PIECES_MAX and all(numbers[piece] == at for at, piece in enumerate(pieces))
    return pieces if dense and {"[CLS]", "[SEP]"} <= numbers.keys() else []
