/** Reports of runs: HTML, Markdown, LaTeX, CSV. */
package org.flashgrove.cli.experiment.report;
