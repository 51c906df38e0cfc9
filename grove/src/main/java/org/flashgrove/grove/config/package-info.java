/** Settings of Grove. */
package org.flashgrove.grove.config;
