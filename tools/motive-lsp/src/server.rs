//! The conversation with an editor.

use crate::features;
use crate::framing;
use crate::position::{path_to_uri, uri_to_path};
use crate::workspace::Workspace;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, FoldingRangeRequest,
    Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename,
    Request as _, SemanticTokensFullRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, HoverProviderCapability, InitializeParams, OneOf,
    PublishDiagnosticsParams, RenameOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
};
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// How long nothing may come from the editor before errors and warnings are reported. People who type wait for answers, not for reports.
const PAUSE: Duration = Duration::from_millis(50);

/// Why a conversation ended early.
#[derive(Debug, thiserror::Error)]
pub enum ConversationError {
    /// The editor does not keep to the protocol, or is gone.
    #[error("the conversation with the editor broke off: {0}")]
    Protocol(#[from] lsp_server::ProtocolError),
    /// What the editor said first is not understood.
    #[error("the editor's first message is not understood: {0}")]
    Initialisation(#[from] serde_json::Error),
    /// What the editor sends is no stream of messages, or cannot be read or answered.
    #[error("the stream of messages broke off: {0}")]
    Stream(#[from] io::Error),
}

/// Speaks with an editor over a stream in each direction until it says goodbye or is gone.
///
/// # Errors
/// As for [`serve`], and if the streams break off.
pub fn serve_streams(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ConversationError> {
    let (to_server, receiver) = crossbeam_channel::bounded(0);
    let (sender, from_server) = crossbeam_channel::bounded(0);
    let reader = thread::Builder::new().spawn(move || framing::read_all(input, &to_server))?;
    let writer = thread::Builder::new().spawn(move || framing::write_all(output, &from_server))?;
    // If this fails, an editor may still be there that sends nothing. Its reader is left waiting.
    serve(Connection { sender, receiver })?;
    for thread in [reader, writer] {
        thread.join().map_err(|_| io::Error::other("its thread is gone"))??;
    }
    Ok(())
}

/// Speaks with an editor until it says goodbye.
///
/// # Errors
/// If the editor breaks off, or its first message is not one of the protocol.
pub fn serve(connection: Connection) -> Result<(), ConversationError> {
    let offered = serde_json::to_value(capabilities())?;
    let asked: InitializeParams = serde_json::from_value(connection.initialize(offered)?)?;
    let mut server =
        LanguageServer { connection, workspace: Workspace::new(roots(&asked)), reported: BTreeSet::new() };
    server.run()
}

fn capabilities() -> ServerCapabilities {
    let tokens = SemanticTokensOptions {
        legend: features::semantic_tokens::legend(),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    let rename =
        RenameOptions { prepare_provider: Some(true), work_done_progress_options: Default::default() };
    let triggers = [".", "{", "(", ":"].map(str::to_owned).to_vec();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(triggers),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(rename)),
        folding_range_provider: Some(true.into()),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(tokens.into()),
        ..ServerCapabilities::default()
    }
}

/// The folders that the editor has open.
#[expect(deprecated, reason = "editors of before 2018 name one folder by `root_uri`")]
fn roots(asked: &InitializeParams) -> Vec<PathBuf> {
    let folders = asked.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let mut roots: Vec<PathBuf> = folders.filter_map(uri_to_path).collect();
    if roots.is_empty() {
        roots.extend(asked.root_uri.as_ref().and_then(uri_to_path));
    }
    roots
}

struct LanguageServer {
    connection: Connection,
    workspace: Workspace,
    /// Files whose last diagnostics were not empty.
    reported: BTreeSet<PathBuf>,
}

impl LanguageServer {
    fn run(&mut self) -> Result<(), ConversationError> {
        let mut changed = false;
        loop {
            let message = if changed {
                match self.connection.receiver.recv_timeout(PAUSE) {
                    Ok(message) => message,
                    Err(error) if error.is_timeout() => {
                        self.report();
                        changed = false;
                        continue;
                    }
                    Err(_) => return Ok(()),
                }
            } else {
                let Ok(message) = self.connection.receiver.recv() else { return Ok(()) };
                message
            };
            match message {
                Message::Request(request) if self.connection.handle_shutdown(&request)? => return Ok(()),
                Message::Request(request) => {
                    let response = respond(&self.workspace, request);
                    self.send(Message::Response(response));
                }
                Message::Notification(notification) => changed |= self.note(notification),
                Message::Response(_) => {}
            }
        }
    }

    /// An editor that is gone is noticed by the next `recv`.
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    /// Takes in a notification of the editor. Returns whether files changed. Notifications of other kinds are passed over.
    fn note(&mut self, notification: Notification) -> bool {
        let params = notification.params;
        let understood = match notification.method.as_str() {
            DidOpenTextDocument::METHOD => take::<DidOpenTextDocument>(params).map(|opened| {
                let file = opened.text_document;
                self.workspace.open(file.uri, file.version, file.text);
            }),
            DidChangeTextDocument::METHOD => take::<DidChangeTextDocument>(params).map(|changed| {
                let file = changed.text_document;
                self.workspace.change(&file.uri, file.version, changed.content_changes);
            }),
            DidCloseTextDocument::METHOD => take::<DidCloseTextDocument>(params)
                .map(|closed| self.workspace.close(&closed.text_document.uri)),
            DidChangeWatchedFiles::METHOD => {
                take::<DidChangeWatchedFiles>(params).map(|_| self.workspace.forget_analyses())
            }
            _ => None,
        };
        understood.is_some()
    }

    /// Sends the editor the diagnostics of every open file, and takes back those of files that it closed.
    fn report(&mut self) {
        let mut reported = BTreeSet::new();
        for (path, uri, version) in self.workspace.open_files() {
            let Some(analysis) = self.workspace.analysis(path) else { continue };
            let diagnostics = features::diagnostics::all(&analysis);
            if !diagnostics.is_empty() || self.reported.contains(path) {
                let version = Some(version);
                self.publish(PublishDiagnosticsParams {
                    uri: uri.clone(),
                    diagnostics: diagnostics.clone(),
                    version,
                });
            }
            if !diagnostics.is_empty() {
                reported.insert(path.to_owned());
            }
        }
        for closed in self.reported.difference(&reported) {
            if let Some(uri) = path_to_uri(closed) {
                self.publish(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None });
            }
        }
        self.reported = reported;
    }

    fn publish(&self, params: PublishDiagnosticsParams) {
        let method = PublishDiagnostics::METHOD.to_owned();
        self.send(Message::Notification(Notification::new(method, params)));
    }
}

fn take<N: lsp_types::notification::Notification>(params: serde_json::Value) -> Option<N::Params> {
    serde_json::from_value(params).ok()
}

/// Answers a request by the function for its kind. Those of the second group may refuse.
macro_rules! answers {
    ($workspace:expr, $request:expr;
     $($kind:ident => $feature:path),*; $($other:ident => $refusing:path),*) => {
        match $request.method.as_str() {
            $($kind::METHOD => answer::<$kind>($request, |params| Ok($feature($workspace, &params))),)*
            $($other::METHOD => answer::<$other>($request, |params| $refusing($workspace, &params)),)*
            other => {
                let why = format!("`{other}` is not offered by this server");
                Response::new_err($request.id, ErrorCode::MethodNotFound as i32, why)
            }
        }
    };
}

fn respond(workspace: &Workspace, request: Request) -> Response {
    answers!(workspace, request;
        Completion => features::completion::complete,
        HoverRequest => features::hover::hover,
        GotoDefinition => features::navigation::definition,
        References => features::navigation::references,
        DocumentHighlightRequest => features::navigation::highlights,
        DocumentSymbolRequest => features::symbols::of_file,
        WorkspaceSymbolRequest => features::symbols::of_workspace,
        FoldingRangeRequest => features::layout::fold,
        SemanticTokensFullRequest => features::semantic_tokens::tokens,
        InlayHintRequest => features::hover::inlay_hints,
        CodeActionRequest => features::diagnostics::quick_fixes;
        PrepareRenameRequest => features::rename::prepare,
        Rename => features::rename::rename,
        Formatting => features::layout::format
    )
}

/// Reads a request, answers it, and turns refusals into responses.
fn answer<R: lsp_types::request::Request>(
    request: Request,
    how: impl FnOnce(R::Params) -> Result<R::Result, String>,
) -> Response {
    let params = match serde_json::from_value(request.params) {
        Ok(params) => params,
        Err(error) => {
            return Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string());
        }
    };
    match how(params) {
        Ok(result) => Response::new_ok(request.id, result),
        Err(why) => Response::new_err(request.id, ErrorCode::RequestFailed as i32, why),
    }
}
