"""A cross-encoder small enough to be built by a test: its logit is the number of word pieces that both sides share."""

from __future__ import annotations

from pathlib import Path

from hardwon.config.paths import Paths
from hardwon.embedders.folder import TOKENIZER, WEIGHTS, ModelFolder
from hardwon.embedders.weights import write_tokenizer

MODEL = "Xenova/ms-marco-MiniLM-L-6-v2"
MODEL_FILE = "onnx/model.onnx"
_NOT_SHARED = 1.0  # the separator, which ends both sides


def write_model(path: Path) -> None:
    """Write the model: input_ids, token_type_ids and attention_mask in, one logit a pair out."""
    from onnx import TensorProto, checker, helper, save

    def node(kind: str, inputs: list[str], output: str, **attributes: int) -> object:
        return helper.make_node(kind, inputs, [output], **attributes)

    names = ("input_ids", "token_type_ids", "attention_mask")
    pairs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "pieces"]) for name in names]
    constants = [
        helper.make_tensor("rows", TensorProto.INT64, [1], [2]),
        helper.make_tensor("columns", TensorProto.INT64, [1], [1]),
        helper.make_tensor("inner", TensorProto.INT64, [2], [1, 2]),
        helper.make_tensor("all", TensorProto.INT64, [1], [1]),
        helper.make_tensor("one", TensorProto.INT64, [1], [1]),
        helper.make_tensor("bias", TensorProto.FLOAT, [1], [_NOT_SHARED]),
    ]
    nodes = [
        node("Unsqueeze", ["input_ids", "rows"], "query_ids"),
        node("Unsqueeze", ["input_ids", "columns"], "text_ids"),
        node("Equal", ["query_ids", "text_ids"], "same"),
        node("Cast", ["same"], "same_number", to=TensorProto.FLOAT),
        node("Sub", ["one", "token_type_ids"], "first_side"),
        node("Mul", ["first_side", "attention_mask"], "query_side"),
        node("Mul", ["token_type_ids", "attention_mask"], "text_side"),
        node("Unsqueeze", ["query_side", "rows"], "query_rows"),
        node("Unsqueeze", ["text_side", "columns"], "text_columns"),
        node("Mul", ["query_rows", "text_columns"], "across"),
        node("Cast", ["across"], "across_number", to=TensorProto.FLOAT),
        node("Mul", ["same_number", "across_number"], "shared"),
        node("ReduceSum", ["shared", "inner"], "count", keepdims=0),
        node("Sub", ["count", "bias"], "logit"),
        node("Unsqueeze", ["logit", "all"], "logits"),
    ]
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["pairs", 1])
    graph = helper.make_graph(nodes, "shared pieces", pairs, [logits], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(model, str(path))


def place_reranker(paths: Paths, model: str = MODEL) -> ModelFolder:
    """Put the model where a prepared one lies, with its manifest."""
    folder = ModelFolder(paths, model)
    folder.make()
    for name in write_tokenizer(folder.path):
        folder.note_file(TOKENIZER if name == "tokenizer.json" else name, name)
    write_model(folder.path / MODEL_FILE)
    folder.note_file(WEIGHTS, MODEL_FILE)
    folder.note(kind="reranker", source="test")
    return folder
