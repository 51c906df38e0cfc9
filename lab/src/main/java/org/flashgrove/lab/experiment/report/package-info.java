/** Reports of runs: HTML, Markdown, LaTeX, CSV. */
package org.flashgrove.lab.experiment.report;
